/** Where web and mail addresses begin and end in a text. The terminal's `WebAddress` does the same for those of the web. */

/** Scripts without spaces between words, and Hangul, whose words take endings without any. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Yi}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}\p{Script=Balinese}\p{Script=Javanese}ー]/u;
const word = /[\p{L}\p{N}\p{M}]/u;

/** Whether a character goes on with a word that has one before it, or the other way round. */
export const isInWord = (character: string): boolean => word.test(character) && !unspaced.test(character);
export const isUnspaced = (character: string): boolean => unspaced.test(character);

/** The character in front of a place; empty at the beginning. */
export function characterBefore(text: string, place: number): string {
  return [...text.slice(Math.max(0, place - 2), place)].at(-1) ?? "";
}

export interface Place {
  start: number;
  end: number;
}

/** A web address; nobody should follow one that looks like another's. */
export interface WebPlace extends Place {
  isSafe: boolean;
}

const brackets: { [closing: string]: string } = { ")": "(", "]": "[" };
const ascii = /^[\x00-\x7f]/;
/** Middle dots join words, as in Catalan and katakana. */
const joining = /[\u00b7\u30fb\uff65]/;
const asciiEnd = /[\s\x00-\x20\x7f<>"`{}|\\^]/;
/** Spaces, what nobody sees, quotes, brackets, full stops, long dashes, full width; pictures of what can't be shown. */
const otherEnd = /[\s\p{C}\p{Z}\p{Pi}\p{Pf}\p{Ps}\p{Pe}\p{Po}\u2014\u2015\u301c\uff01-\uff5e\u2400-\u243f\ufffd]/u;
const emoji = /\p{Emoji}/u;

/** Whether a character is never part of an address as people write it. */
function isEnd(character: string): boolean {
  if (ascii.test(character)) return asciiEnd.test(character);
  if (joining.test(character)) return false;
  return otherEnd.test(character) || (character > "\u00ff" && emoji.test(character));
}

export function webAddresses(text: string): WebPlace[] {
  const found: WebPlace[] = [];
  for (const match of text.matchAll(/https?:\/\//gi)) {
    const start = match.index ?? 0;
    const before = characterBefore(text, start);
    if (isInWord(before) || start < (found.at(-1)?.end ?? 0)) continue;
    const body = start + (match[0] ?? "").length;
    if (!/^[\p{L}\p{N}[]/u.test(text.slice(body, body + 2))) continue;
    let end = bodyEnd(text, body, before);
    const host = text.slice(body, end).replace(/[/?#].*$/s, "");
    end = Math.min(end, body + (wordEnd(host) ?? end));
    while (end > body + 1 && isPunctuation(text.slice(start, end), before)) end -= 1;
    // A name in front of the host makes an address look like another one's.
    found.push({ start, end, isSafe: !host.includes("@") });
  }
  return found;
}

function bodyEnd(text: string, body: number, before: string): number {
  const depths: { [opening: string]: number } = { "(": 0, "[": 0 };
  let end = body;
  for (const character of text.slice(body)) {
    if (isEnd(character)) return end;
    if (character in depths) depths[character] = (depths[character] ?? 0) + 1;
    const opening = brackets[character];
    if (opening !== undefined) {
      // What closes a bracket before the address isn't part of it.
      if (depths[opening] === 0 && before === opening) return end;
      depths[opening] = (depths[opening] ?? 0) - 1;
    }
    end += character.length;
  }
  return end;
}

/** A last part of a host is of one script: where letters without spaces follow it, the text goes on. */
function wordEnd(host: string): number | undefined {
  const dot = Math.max(host.lastIndexOf("."), host.lastIndexOf(":"));
  const first = host[dot + 1] ?? "";
  if (dot < 0 || !ascii.test(first)) return undefined;
  const found = host.slice(dot).search(unspaced);
  return found < 0 ? undefined : dot + found;
}

/** Whether the last character belongs to the sentence around the address: a full stop, emphasis, a bracket. */
function isPunctuation(address: string, before: string): boolean {
  const last = address.at(-1) ?? "";
  const opening = brackets[last];
  if (opening !== undefined) return address.split(last).length > address.split(opening).length;
  return ".,;:!?'*([".includes(last) || ("_~".includes(last) && last === before);
}

const inName = /[\p{L}\p{N}\p{M}._%+'-]/u;
const domain = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}\p{M}-]*[\p{L}\p{M}]/u;

export function mailAddresses(text: string): Place[] {
  const found: Place[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const whole = domain.exec(text.slice(at + 1, at + 256))?.[0] ?? "";
    const host = whole.slice(0, wordEnd(whole));
    const start = nameStart(text, Math.max(found.at(-1)?.end ?? 0, at - 64), at, isUnspaced(host));
    const end = at + 1 + host.length;
    if (host === "" || start === at || text[at - 1] === "." || text[start - 1] === "@" || text[end] === "@") continue;
    found.push({ start, end });
  }
  return found;
}

/** Letters without spaces belong to the name only where the domain has them, too: elsewhere they are the sentence's. */
function nameStart(text: string, first: number, at: number, hasUnspaced: boolean): number {
  let start = at;
  for (const character of [...text.slice(first, at)].reverse()) {
    if (!inName.test(character) || (unspaced.test(character) && !hasUnspaced)) break;
    start -= character.length;
  }
  return start + (/^[.%+'-]*/.exec(text.slice(start, at))?.[0] ?? "").length;
}
