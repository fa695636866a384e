/** Characters that turn text round, hide it or break lines: none of them belongs into a name. */
const hidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
/** The joiners that emoji and some scripts need. */
const joiners = /[\u200c\u200d]/;

/** A name, a title or a file's name on one line. */
export function safeName(text: string): string {
  const shown = text.replace(hidden, (character) => (joiners.test(character) ? character : "")).trim();
  return shown === "" ? "—" : shown;
}

/** A link of the server's, which is a path if the server doesn't know its public address. */
export function absolute(link: string): string {
  return new URL(link, location.origin).href;
}

/** The beginning of a text on one line, for lists and quotes. */
export function oneLine(text: string, length = 160): string {
  const line = text.slice(0, length * 4).replace(/\s+/g, " ").trim();
  return [...line].length > length ? [...line].slice(0, length).join("") + "…" : line;
}

export interface Part {
  kind: "text" | "link" | "mention" | "mark";
  text: string;
  href?: string;
}

const address = /\bhttps?:\/\/[^\s<>"'`{}|\\^\u0000-\u0020\u200b-\u200f\u2028-\u202e\u2060-\u2069]+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/gi;

/** Splits a text into plain parts, addresses and mentions of `names`. */
export function parts(text: string, names: readonly string[] = []): Part[] {
  const found: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const whole = match[0] ?? "";
    const raw = whole.replace(/[.,;:!?)\]]+$/, (end) => (end.startsWith(")") && whole.includes("(") ? ")" : ""));
    const href = hrefOf(raw);
    if (href === null) continue;
    found.push(...mentions(text.slice(end, match.index ?? 0), names), { kind: "link", text: raw, href });
    end = (match.index ?? 0) + raw.length;
  }
  return [...found, ...mentions(text.slice(end), names)].filter((part) => part.text !== "");
}

function hrefOf(raw: string): string | null {
  if (!/^https?:/i.test(raw)) return `mailto:${raw}`;
  try {
    const url = new URL(raw);
    // A name before the host makes an address look like another one's.
    return url.username === "" && url.password === "" ? url.href : null;
  } catch {
    return null;
  }
}

function mentions(text: string, names: readonly string[]): Part[] {
  const found: Part[] = [];
  const wanted = names.map(lower).filter((name) => name !== "");
  let rest = text;
  for (let at = rest.indexOf("@"); wanted.length > 0 && at >= 0; at = rest.indexOf("@", at + 1)) {
    if (isWord.test(rest[at - 1] ?? "")) continue;
    const length = Math.max(...wanted.map((name) => lengthOf(name, rest.slice(at + 1, at + 1 + 4 * name.length))));
    if (length === 0) continue;
    found.push({ kind: "text", text: rest.slice(0, at) });
    found.push({ kind: "mention", text: rest.slice(at, at + 1 + length) });
    rest = rest.slice(at + 1 + length);
    at = -1;
  }
  return [...found, { kind: "text", text: rest }];
}

const isWord = /[\p{L}\p{N}\p{M}]/u;
const lower = (text: string) => text.normalize("NFD").toLowerCase();

/** A text without case and accents, to find a name by what is easily typed. */
export function folded(text: string): string {
  return lower(text).replace(/\p{M}/gu, "");
}

/** How much of the beginning of `text` is the lower-case `name`; 0 if it isn't there, or goes on as another word. */
function lengthOf(name: string, text: string): number {
  let read = "";
  let length = 0;
  for (const character of text) {
    if (read === name) return isWord.test(character) ? 0 : length;
    read += lower(character);
    if (!name.startsWith(read)) return 0;
    length += character.length;
  }
  return read === name ? length : 0;
}
