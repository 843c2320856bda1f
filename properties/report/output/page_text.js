// What a reader sees of a page without its figures, with every topic open: a line for each heading,
// paragraph, sentence of the answer, table row and notice.  Example: node page_text.js index.html

const html = require("fs").readFileSync(process.argv[2], "utf8");
const between = (open, close) => html.split(open)[1].split(close)[0];
const every_node = [];

/** As much of an element as the page's scripts use. */
class Node {
  constructor(name) {
    Object.assign(this, { name, children: [], attributes: {}, listeners: {}, dataset: {}, style: {} });
    Object.assign(this, { hidden: false, classList: { add() {}, remove() {}, toggle() {} } });
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
  getAttribute(key) {
    return this.attributes[key] ?? null;
  }
  removeAttribute(key) {
    delete this.attributes[key];
  }
  addEventListener(event, listener) {
    this.listeners[event] = listener;
  }
  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join("");
  }
  set textContent(text) {
    this.children = [text];
  }
}

const node_of = Object.fromEntries(
  ["main", "nav", "footer", "answer"].map((name) => [name, new Node(name)]),
);
const open = '<script type="text/plain" id="report">';
node_of.report = { textContent: between(open, "</script") };
node_of.libraries = { content: { childElementCount: 0 } };
node_of.main.append(node_of.answer);
globalThis.document = {
  getElementById: (id) => node_of[id] ?? null,
  querySelector: (name) => node_of[name],
  createElement: (name) => new Node(name),
  createElementNS: (_, name) => new Node(name),
  addEventListener() {},
};
globalThis.location = { hash: "", href: "file:///index.html" };
globalThis.history = { replaceState() {} };
globalThis.addEventListener = () => {};

function lines(node) {
  if (node.hidden || typeof node === "string") return [];
  if (node.name === "tr") return [node.children.map((cell) => cell.textContent).join(" | ")];
  if (["h2", "h3", "h4", "p", "dd", "caption", "pre"].includes(node.name)) return [node.textContent];
  return node.children.flatMap(lines);
}
const AsyncFunction = (async () => {}).constructor;
const script = between('<script type="module">', "</script>");
new AsyncFunction(script)().then(() => {
  for (const node of [...every_node])
    if (node.attributes["aria-expanded"] === "false") node.listeners.click();
  for (const node of [...every_node]) if (node.open) node.listeners.toggle?.();
  console.log(lines(node_of.main).join("\n"));
});
