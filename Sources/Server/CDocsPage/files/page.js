// The list of operations, its search, and which one is shown. The address after # is the operation's id.

import { breakable, element, Schemas } from "./schema.js";
import { badge, showOperation } from "./operation.js";

const METHODS = ["get", "post", "put", "patch", "delete", "head", "options"];
const [query, list, count, content] = ["query", "list", "count", "content"].map((id) => document.getElementById(id));

/// All operations, in the order of the document's tags.
function operationsOf(described) {
  const order = new Map(described.tags.map((tag, index) => [tag.name, index]));
  const all = Object.entries(described.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => {
      const details = methods[method];
      const tag = details.tags?.[0] ?? "Other";
      const words = `${method} ${path} ${details.summary} ${details.operationId} ${tag}`.toLowerCase();
      return { method, path, details, tag, words, id: details.operationId };
    }));
  return all.sort((one, other) => (order.get(one.tag) ?? 99) - (order.get(other.tag) ?? 99));
}

function link(operation) {
  return element("li", {}, element("a", { href: `#${operation.id}` },
    badge(operation.method), element("span", { class: "what" }, operation.details.summary),
    element("code", { class: "path" }, breakable(operation.path))));
}

/// Groups by tag that hold at least one operation with all words of the search.
function fill(operations) {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = operations.filter((operation) => words.every((word) => operation.words.includes(word)));
  const groups = Map.groupBy(found, (operation) => operation.tag);
  list.replaceChildren(...[...groups].map(([tag, members]) => element("details", { open: true },
    element("summary", {}, tag, " ", element("span", { class: "number" }, String(members.length))),
    element("ul", {}, members.map(link)))));
  count.textContent = found.length === 0 ? "Nothing is called that." : `${found.length} of ${operations.length}`;
  mark();
}

/// Marks the link of the operation that is shown.
function mark() {
  for (const anchor of list.querySelectorAll("a")) {
    const isShown = anchor.hash === location.hash && location.hash !== "";
    if (isShown) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

function overview(described, operations) {
  const tags = Map.groupBy(operations, (operation) => operation.tag);
  return element("article", {},
    element("h2", { id: "operation", tabindex: "-1" }, `${operations.length} operations`),
    element("p", {}, described.info.description),
    element("p", {}, "Choose an operation, or press ", element("kbd", {}, "/"), " and type to search. ",
      "This page calls nothing and takes no token."),
    element("ul", { class: "tags" }, [...tags].map(([tag, members]) => element("li", {},
      element("a", { href: `#${members[0].id}` }, tag), ` ${members.length}`))));
}

function show(described, operations, schemas, movesFocus) {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id === "content") return;
  const operation = operations.find((one) => one.id === id);
  document.body.dataset.view = operation ? "operation" : "list";
  content.replaceChildren(operation ? showOperation(operation, described, schemas) : overview(described, operations));
  document.title = operation ? `${operation.details.summary} · Spotter API` : "Spotter API";
  mark();
  if (movesFocus) {
    scrollTo(0, 0);
    document.getElementById("operation").focus({ preventScroll: true });
  }
}

/// `/` goes to the search, arrows from there through the list, Escape empties the search.
function listenToKeys(refill) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && event.target !== query) {
      event.preventDefault();
      query.focus();
      query.select();
    } else if (event.key === "Escape" && event.target === query) {
      query.value = "";
      refill();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const links = [query, ...list.querySelectorAll("details[open] a")];
      const position = links.indexOf(document.activeElement);
      if (position < 0) return;
      event.preventDefault();
      links[Math.min(links.length - 1, Math.max(0, position + (event.key === "ArrowDown" ? 1 : -1)))].focus();
    }
  });
}

async function start() {
  const answer = await fetch("/openapi.json");
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const described = await answer.json();
  const [operations, schemas] = [operationsOf(described), new Schemas(described)];
  document.getElementById("version").textContent = described.info.version;
  fill(operations);
  show(described, operations, schemas, false);
  query.addEventListener("input", () => fill(operations));
  addEventListener("hashchange", () => show(described, operations, schemas, true));
  listenToKeys(() => fill(operations));
  document.documentElement.dataset.ready = "";
}

start().catch((error) => {
  content.replaceChildren(element("p", { role: "alert" }, `openapi.json can't be shown: ${error.message}.`));
});
