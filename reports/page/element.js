// Elements made without markup in strings: every text of the document goes in as text.

/** element("p", {class: "x"}, "text", child) */
function element(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

function drawing(name, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** Where each section goes, by its id: the body of its topic. */
const hosts = {};

/** A section of a topic. */
function section(id, title, ...children) {
  hosts[id].append(
    element(
      "section",
      { id, "aria-labelledby": `${id}-title` },
      element("h3", { id: `${id}-title` }, title),
      ...children,
    ),
  );
}

/** columns: [title, text of a row, "number" or nothing]; the first column heads its row. */
function table(caption, columns, rows) {
  const cell =
    (row) =>
    ([, text, kind], i) =>
      element(
        i === 0 ? "th" : "td",
        { class: kind || false, scope: i === 0 && "row" },
        String(text(row) ?? "–"),
      );
  const head = columns.map(([title, , kind]) =>
    element("th", { scope: "col", class: kind || false }, title),
  );
  return element(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    element(
      "table",
      {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...columns.map(cell(row))))),
    ),
  );
}

/** Tables are long: made when first opened. Returns the element, and a function that renews it. */
function folded_table(summary, make) {
  const node = element("details", { open: !has_figures }, element("summary", {}, summary));
  const fill = () => {
    while (node.children.length > 1) node.lastChild.remove();
    if (node.open) node.append(make());
  };
  node.addEventListener("toggle", () => {
    if (node.open && node.children.length === 1) fill();
  });
  return { node, renew: fill };
}

/** A labelled choice; `words` says what an option is called. */
function choice(label, options, chosen, change, words = {}) {
  const select = element(
    "select",
    { onchange: () => change(select.value) },
    ...options.map((option) =>
      element("option", { value: option, selected: option === chosen }, words[option] || option),
    ),
  );
  return element("label", {}, `${label} `, select);
}

/** A labelled number; change(text) takes it, or says why not, which then stands beside it. */
function number_box(label, id, value, [min, max], change) {
  const refusal = element("span", { class: "refusal", id: `${id}-refusal`, role: "alert" });
  const oninput = () => {
    const why = change(box.value);
    refusal.replaceChildren(why);
    box.setAttribute("aria-invalid", String(why !== ""));
  };
  const told = { "aria-describedby": `${id}-refusal`, oninput };
  const box = element("input", { id, type: "number", min, max, step: 1, value, ...told });
  return element("span", { class: "field" }, element("label", {}, `${label} `, box), refusal);
}

function tick_box(label, checked, change) {
  const box = element("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return element("label", {}, box, label);
}

/** Buttons that switch names on and off; the same set of hidden names may serve several legends. */
function legend(label, names, swatch, hidden, change) {
  const buttons = names.map((name) => {
    const button = element(
      "button",
      { type: "button", "aria-pressed": String(!hidden.has(name)) },
      swatch(name),
      name + (sound_of[name] === false ? " *" : ""),
    );
    button.addEventListener("click", () => {
      hidden.has(name) ? hidden.delete(name) : hidden.add(name);
      button.setAttribute("aria-pressed", String(!hidden.has(name)));
      change();
    });
    return button;
  });
  return element("div", { class: "legend", role: "group", "aria-label": label }, ...buttons);
}

/** Shows the buttons of those names alone that there is something of. */
function offer(node, names, there) {
  [...node.children].forEach((button, i) => (button.hidden = !there.has(names[i])));
}

const key_line = (dashed) =>
  drawing(
    "svg",
    { width: 26, height: 10, "aria-hidden": "true" },
    drawing("line", {
      x1: 1,
      y1: 5,
      x2: 25,
      y2: 5,
      stroke: "currentColor",
      "stroke-width": 1.8,
      "stroke-dasharray": dashed ? "5 3" : "none",
    }),
  );
