// What a reader sees of a page without its figures, all topics open: a line for each heading,
// paragraph, sentence of the answer, table row and notice.  Example: node page_text.js index.html

const html = require("fs").readFileSync(process.argv[2], "utf8");
const between = (open, close) => html.split(open)[1].split(close)[0];
const every_node = [];

/** As much of an element as the page's scripts use. */
class Node {
  constructor(name) {
    Object.assign(this, { name, children: [], attributes: {}, listeners: {} });
    every_node.push(this);
  }
  append(...more) {
    this.children.push(...more);
  }
  replaceChildren(...others) {
    this.children = others;
  }
  setAttribute(key, value) {
    this.attributes[key] = value;
    if (key === "open") this.open = true;
  }
  addEventListener(event, listener) {
    this.listeners[event] = listener;
  }
  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join("");
  }
}

const open = '<script type="application/json" id="report">';
const by_id = {
  report: { textContent: between(open, "</script") },
  libraries: { content: { childElementCount: 0 } },
  answer: new Node("section"),
};
const by_name = { main: new Node("main"), nav: new Node("nav"), footer: new Node("footer") };
by_name.main.append(by_id.answer);
Object.assign(globalThis, {
  addEventListener: () => {},
  location: { hash: "" },
  document: {
    addEventListener: () => {},
    getElementById: (id) => by_id[id],
    querySelector: (name) => by_name[name],
    createElement: (name) => new Node(name),
    createElementNS: (_, name) => new Node(name),
  },
});

const scripts = html.split("<script>");
new Function(scripts[scripts.length - 1].split("</script>")[0])();
for (const node of [...every_node])
  if (node.attributes["aria-expanded"] === "false") node.listeners.click();
for (const node of [...every_node]) if (node.open) node.listeners.toggle?.();

function lines(node) {
  if (node.hidden || typeof node === "string") return [];
  if (node.name === "tr") return [node.children.map((cell) => cell.textContent).join(" | ")];
  if (["h2", "h3", "h4", "p", "dd", "caption", "pre"].includes(node.name)) return [node.textContent];
  return node.children.flatMap(lines);
}
console.log(lines(by_name.main).join("\n"));
