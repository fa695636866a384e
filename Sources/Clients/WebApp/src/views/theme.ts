export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const dark = "(prefers-color-scheme: dark)";

export function chosenTheme(): Theme {
  const stored = localStorage.getItem("theme");
  return themes.find((one) => one === stored) ?? "system";
}

/** Shows the app light or dark, whatever the system says, and remembers it for this browser. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem("theme");
  else localStorage.setItem("theme", theme);
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) if (rule instanceof CSSMediaRule) setMedia(rule, theme);
  }
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const isDark = (originals.get(meta) ?? meta.media).includes("dark");
    if (!originals.has(meta)) originals.set(meta, meta.media);
    meta.media = theme === "system" ? `(prefers-color-scheme: ${isDark ? "dark" : "light"})` : (theme === "dark") === isDark ? "all" : "not all";
  }
}

/** What rules and elements asked for before they were told otherwise. */
const originals = new WeakMap<object, string>();

/** The dark colours stand in rules that ask the system. Their question is answered here instead. */
function setMedia(rule: CSSMediaRule, theme: Theme): void {
  const original = originals.get(rule) ?? rule.media.mediaText;
  if (!original.includes("prefers-color-scheme")) return;
  originals.set(rule, original);
  const asksForDark = original.replace(/\s+/g, " ").includes(dark);
  rule.media.mediaText = theme === "system" ? original : (theme === "dark") === asksForDark ? "all" : "not all";
}
