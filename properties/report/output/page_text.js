// What a reader sees of a page without its figures, a line for each heading, paragraph, table row
// and notice.  Example: node page_text.js index.html

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
const document_element = { textContent: between(open, "</script") };
const [main, nav] = [new Node("main"), new Node("nav")];
globalThis.document = {
  getElementById: () => document_element,
  querySelector: (name) => (name === "main" ? main : nav),
  createElement: (name) => new Node(name),
  createElementNS: (_, name) => new Node(name),
};

const scripts = html.split("<script>");
new Function(scripts[scripts.length - 1].split("</script>")[0])();
for (const node of [...every_node]) if (node.open) node.listeners.toggle?.();

function lines(node) {
  if (node.hidden || typeof node === "string") return [];
  if (node.name === "tr") return [node.children.map((cell) => cell.textContent).join(" | ")];
  if (["h2", "h3", "p", "caption", "pre"].includes(node.name)) return [node.textContent];
  return node.children.flatMap(lines);
}
console.log(lines(main).join("\n"));
