import type { Texts } from "./en";
import { currentLanguage, currentLocale } from "./language";
import type { Language } from "./languages";

/** A browser fetches the words of the language that it shows only. */
const words: { [language in Language]: () => Promise<Texts> } = {
  en: async () => (await import("./en")).en,
  es: async () => (await import("./es")).es,
};

/** The words in the language that was chosen, else in the browser's, else in English. */
export const t: Texts = await words[currentLanguage()]();

/** For dates and numbers. */
export const locale = currentLocale();
