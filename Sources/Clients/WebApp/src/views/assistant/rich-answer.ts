import { el } from "../../dom/element";
import type { Child } from "../../dom/element";

/** Makes the pieces of a line: sources, addresses, plain text. */
export type Inline = (text: string) => Child[];

const item = /^\s*(?:[-*•]|(\d{1,3})[.)])\s+(.*)$/;
const heading = /^#{1,6}\s+(.+?)\s*#*$/;
const rule = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;
const tableRule = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/;

/**
 * What models write as Markdown, as elements: headings, lists, tables, code, bold and italics. Everything else, such as HTML
 * or a link with another text than its address, stays the text that it is.
 */
export function richAnswer(text: string, inline: Inline): HTMLElement[] {
  const lines = text.split("\n");
  const blocks: HTMLElement[] = [];
  let at = 0;
  const line = () => lines[at] ?? "";
  while (at < lines.length) {
    if (line().trim() === "" || rule.test(line())) {
      at += 1;
    } else if (/^\s*```/.test(line())) {
      const end = lines.findIndex((one, index) => index > at && /^\s*```\s*$/.test(one));
      const until = end < 0 ? lines.length : end;
      blocks.push(el("pre", { dir: "auto" }, el("code", {}, lines.slice(at + 1, until).join("\n"))));
      at = until + 1;
    } else if (heading.test(line())) {
      blocks.push(el("p.hd", { dir: "auto" }, el("strong", {}, ...styled(heading.exec(line())?.[1] ?? "", inline))));
      at += 1;
    } else if (line().includes("|") && tableRule.test(lines[at + 1] ?? "") && (lines[at + 1] ?? "").includes("|")) {
      const rows = [cells(line())];
      for (at += 2; at < lines.length && line().includes("|"); at += 1) rows.push(cells(line()));
      blocks.push(table(rows, inline));
    } else if (item.test(line())) {
      const isNumbered = item.exec(line())?.[1] !== undefined;
      const items: HTMLElement[] = [];
      for (let found = item.exec(line()); found !== null && (found[1] !== undefined) === isNumbered; found = item.exec(line())) {
        items.push(el("li", isNumbered ? { value: found[1] } : {}, ...styled(found[2] ?? "", inline)));
        at += 1;
        if (at >= lines.length) break;
      }
      blocks.push(el(isNumbered ? "ol" : "ul", { dir: "auto" }, ...items));
    } else {
      const from = at;
      while (at < lines.length && isPlain(at)) at += 1;
      blocks.push(el("p", { dir: "auto" }, ...styled(lines.slice(from, Math.max(at, from + 1)).join("\n"), inline)));
      at = Math.max(at, from + 1);
    }
  }
  return blocks;

  function isPlain(index: number): boolean {
    const one = lines[index] ?? "";
    const isTable = one.includes("|") && tableRule.test(lines[index + 1] ?? "") && (lines[index + 1] ?? "").includes("|");
    return one.trim() !== "" && !isTable && !/^\s*```/.test(one) && !heading.test(one) && !item.test(one) && !rule.test(one);
  }
}

function cells(line: string): string[] {
  return line.trim().replace(/^\|/, "").replace(/\|$/, "").split("|").map((cell) => cell.trim());
}

function table([head = [], ...rows]: string[][], inline: Inline): HTMLElement {
  return el("table", { dir: "auto" },
    el("thead", {}, el("tr", {}, ...head.map((cell) => el("th", { scope: "col" }, ...styled(cell, inline))))),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, ...head.map((_, index) => el("td", {}, ...styled(row[index] ?? "", inline)))))));
}

/** Bold, italics and code within a line. A star that stands alone is a star. */
function styled(text: string, inline: Inline): Child[] {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*|(?<![\p{L}\p{N}*])\*[^*\s][^*\n]*\*(?![\p{L}\p{N}*]))/u).flatMap((piece): Child[] => {
    if (piece.length > 2 && piece.startsWith("`") && piece.endsWith("`")) return [el("code", {}, piece.slice(1, -1))];
    if (piece.length > 4 && piece.startsWith("**") && piece.endsWith("**")) return [el("strong", {}, ...inline(piece.slice(2, -2)))];
    if (piece.length > 2 && piece.startsWith("*") && piece.endsWith("*")) return [el("em", {}, ...inline(piece.slice(1, -1)))];
    return inline(piece);
  });
}
