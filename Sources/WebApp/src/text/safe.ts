/** Characters that turn text round, hide it or break lines: none of them belongs into a name. */
const hidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
/** The joiners that emoji and some scripts need. */
const joiners = /[\u200c\u200d]/;

/** A name, a title or a file's name on one line. */
export function safeName(text: string): string {
  const shown = text.replace(hidden, (character) => (joiners.test(character) ? character : "")).trim();
  return shown === "" ? "—" : shown;
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
  let rest = text;
  for (let at = rest.indexOf("@"); at >= 0; at = rest.indexOf("@", at + 1)) {
    const after = rest.slice(at + 1).toLocaleLowerCase();
    const name = names
      .filter((one) => one !== "" && after.startsWith(one.toLocaleLowerCase()))
      .sort((a, b) => b.length - a.length)[0];
    if (name === undefined) continue;
    found.push({ kind: "text", text: rest.slice(0, at) });
    found.push({ kind: "mention", text: rest.slice(at, at + 1 + name.length) });
    rest = rest.slice(at + 1 + name.length);
    at = -1;
  }
  return [...found, { kind: "text", text: rest }];
}
