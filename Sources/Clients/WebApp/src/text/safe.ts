import { isInWord, isUnspaced, mailAddresses, webAddresses } from "./addresses";
import type { Place } from "./addresses";

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

/** Splits a text into plain parts, addresses and mentions of `names`. */
export function parts(text: string, names: readonly string[] = []): Part[] {
  const links = linkParts(text);
  const found: Part[] = [];
  let end = 0;
  for (const place of [...links, ...mentionPlaces(text, names)].sort((a, b) => a.start - b.start)) {
    if (place.start < end) continue;
    found.push({ kind: "text", text: text.slice(end, place.start) });
    found.push({ kind: place.kind, text: text.slice(place.start, place.end), ...(place.href && { href: place.href }) });
    end = place.end;
  }
  return [...found, { kind: "text" as const, text: text.slice(end) }].filter((part) => part.text !== "");
}

interface PartPlace extends Place {
  kind: Part["kind"];
  href?: string;
}

function linkParts(text: string): PartPlace[] {
  const web = webAddresses(text);
  const mail = mailAddresses(text).filter(({ start }) => !web.some((one) => one.start <= start && start < one.end));
  const places: PartPlace[] = mail.map((place) => ({ ...place, kind: "link", href: `mailto:${text.slice(place.start, place.end)}` }));
  for (const { start, end, isSafe } of web) {
    const href = isSafe ? hrefOf(text.slice(start, end)) : undefined;
    places.push(href === undefined ? { kind: "text", start, end } : { kind: "link", start, end, href });
  }
  return places;
}

function hrefOf(address: string): string | undefined {
  try {
    return new URL(address).href;
  } catch {
    return undefined;
  }
}

/** Where an `@` is followed by one of the names, as the server finds it (`MentionParser`). */
function mentionPlaces(text: string, names: readonly string[]): PartPlace[] {
  const wanted = names.map((name) => [...name].map(plain).join("")).filter((name) => name !== "");
  const found: PartPlace[] = [];
  if (wanted.length === 0) return found;
  for (const match of text.matchAll(/[@＠]/g)) {
    const start = match.index ?? 0;
    if (isInWord(lastSeen(text.slice(Math.max(0, start - 16), start)))) continue;
    const length = Math.max(...wanted.map((name) => lengthOf(name, text.slice(start + 1, start + 1 + 8 * name.length))));
    if (length > 0) found.push({ kind: "mention", start, end: start + 1 + length });
  }
  return found;
}

const lower = (text: string) => text.normalize("NFD").toLowerCase();

/** A text without case and accents, to find a name by what is easily typed. */
export function folded(text: string): string {
  return lower(text).replace(/\p{M}/gu, "");
}

/** Whether two names are one, however they are typed. */
export function isSameName(one: string, other: string): boolean {
  const simple = (name: string) => folded([...name].map(plain).join(""));
  return simple(one) === simple(other);
}

const unseen = /^\p{Default_Ignorable_Code_Point}$/u;

/** A character as names are compared: in lower case and usual width, with one kind of space; empty if nobody sees it. */
function plain(character: string): string {
  if (unseen.test(character)) return "";
  if (/^\p{Zs}$/u.test(character)) return " ";
  const code = character.codePointAt(0) ?? 0;
  const isWide = 0xff01 <= code && code <= 0xff5e;
  return lower(isWide ? String.fromCodePoint(code - 0xfee0) : character).replace("ς", "σ");
}

/** The last character of a text that can be seen. */
function lastSeen(text: string): string {
  return [...text].reverse().find((character) => !unseen.test(character)) ?? "";
}

/** How much of the beginning of `text` is the name, in plain characters; 0 if it isn't there, or goes on as another word. */
function lengthOf(name: string, text: string): number {
  let read = "";
  let length = 0;
  let last = "";
  for (const character of text) {
    const next = plain(character);
    if (read === name && next !== "") return isInWord(next) && !isUnspaced(last) ? 0 : length;
    read += next;
    if (!name.startsWith(read)) return 0;
    if (read !== name || next !== "") length += character.length;
    if (next !== "") last = character;
  }
  return read === name ? length : 0;
}
