import { en } from "./en";
import type { Texts } from "./en";

const languages: { [code: string]: Texts } = { en };

/** The words in the language of the browser, else in English. */
export const t: Texts = pick(navigator.languages ?? [navigator.language]);

function pick(wanted: readonly string[]): Texts {
  for (const tag of wanted) {
    const texts = languages[tag.toLowerCase().split("-")[0] ?? ""];
    if (texts !== undefined) return texts;
  }
  return en;
}
