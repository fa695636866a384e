import { languageNames } from "./languages";
import type { Language } from "./languages";

/** The language that was set in this browser; `null` leaves it to the browser's own list. */
export function chosenLanguage(): Language | null {
  const stored = localStorage.getItem("language");
  return isLanguage(stored) ? stored : null;
}

export function chooseLanguage(value: string): void {
  if (isLanguage(value)) localStorage.setItem("language", value);
  else localStorage.removeItem("language");
}

export function currentLanguage(): Language {
  return chosenLanguage() ?? navigator.languages.map(base).find(isLanguage) ?? "en";
}

/** The language with its region, for dates and numbers: `es-MX` where the browser says so. */
export function currentLocale(): string {
  const language = currentLanguage();
  return navigator.languages.find((tag) => base(tag) === language) ?? language;
}

function base(tag: string): string {
  return tag.toLowerCase().split("-")[0] ?? "";
}

function isLanguage(value: string | null | undefined): value is Language {
  return value !== null && value !== undefined && Object.hasOwn(languageNames, value);
}
