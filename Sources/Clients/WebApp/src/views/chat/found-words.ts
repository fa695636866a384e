import type { SearchResult } from "../../api/types";

// Debian's compiler doesn't know them yet.
declare class Highlight {
  constructor(...ranges: Range[]);
}
const registry = (CSS as { highlights?: Map<string, Highlight> }).highlights;
const name = "found";

/** What was searched last, by the ids of messages. */
let found = new Map<string, SearchResult>();

/** What is marked in the messages from now on; nothing if there are no results. */
export function setFound(results: readonly SearchResult[]): void {
  // What was heard in a recording isn't the message's text.
  found = new Map(results.filter(({ transcript }) => transcript !== true).map((result) => [result.messageId, result]));
  if (found.size === 0) registry?.delete(name);
}

/** Marks what was found in the messages of a list. The marks are no elements, so nothing moves and no message is made anew. */
export function markFound(list: HTMLElement): void {
  if (found.size === 0 || registry === undefined) return;
  const ranges: Range[] = [];
  for (const element of list.querySelectorAll<HTMLElement>(".msg[data-id]")) {
    const result = found.get(element.dataset.id ?? "");
    const text = element.querySelector(".tx");
    // A message that was changed since then has other words at these places.
    if (result === undefined || text === null || text.textContent !== result.text) continue;
    for (const { start, length } of result.highlights) ranges.push(rangeOf(text, result.text, start, length));
  }
  registry.set(name, new Highlight(...ranges));
}

/** @param start counted in characters, as the server does. */
function rangeOf(element: Element, text: string, start: number, length: number): Range {
  const characters = [...text];
  const from = characters.slice(0, start).join("").length;
  const to = from + characters.slice(start, start + length).join("").length;
  const range = document.createRange();
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let passed = 0;
  while (nodes.nextNode()) {
    const node = nodes.currentNode as Text;
    if (from >= passed && from < passed + node.length) range.setStart(node, from - passed);
    if (to > passed && to <= passed + node.length) range.setEnd(node, to - passed);
    passed += node.length;
  }
  return range;
}
