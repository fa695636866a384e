/** Languages that the app speaks, under the names that their speakers use. */
export const languageNames = { en: "English", es: "Español" } as const;
export type Language = keyof typeof languageNames;
