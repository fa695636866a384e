import { el } from "../../dom/element";
import { t } from "../../text";
import { chosenLanguage, chooseLanguage } from "../../text/language";
import { languageNames } from "../../text/languages";
import { applyTheme, chosenTheme, themes } from "../theme";
import { block, card, hint, select, toggle } from "./parts";
import type { Section } from "./parts";

/** How the app looks and speaks in this browser. */
export const appearance: Section = async () => {
  const languages = [{ value: "", label: t.languageOfBrowser }, ...Object.entries(languageNames).map(([value, label]) => ({ value, label }))];
  const language = select(t.languageLabel, languages, chosenLanguage() ?? "");
  language.input.addEventListener("change", () => {
    chooseLanguage(language.input.value);
    // All words are on the screen already, so the page is made anew.
    location.reload();
  });
  const theme = select(t.theme, themes.map((value) => ({ value, label: t.themes[value] })), chosenTheme());
  theme.input.addEventListener("change", () => applyTheme(themes.find((one) => one === theme.input.value) ?? "system"));
  const areLettersOn = localStorage.getItem("letters") !== "off";
  return [
    block(t.appearance, card(theme.element, language.element, hint(t.ofThisBrowser))),
    block(t.keyboard, card(
      toggle(t.shortcutsOn, areLettersOn, async (on) => localStorage.setItem("letters", on ? "on" : "off")),
      el("p.sm.m", {}, t.shortcutsHint, " ", el("kbd", {}, "?")))),
  ];
};
