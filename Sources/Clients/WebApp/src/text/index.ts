import { en } from "./en";
import type { Texts } from "./en";
import { es } from "./es";
import { currentLanguage, currentLocale } from "./language";
import type { Language } from "./languages";

const languages: { [language in Language]: Texts } = { en, es };

/** The words in the language that was chosen, else in the browser's, else in English. */
export const t: Texts = languages[currentLanguage()];

/** For dates and numbers. */
export const locale = currentLocale();
