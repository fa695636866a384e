import type { Language } from "./languages";

/** The few words of the service worker. It's fetched at every start, so it doesn't hold those of the whole app. */
const words: { [language in Language]: { message: string; reminder: string; appointment: string; test: string } } = {
  en: {
    message: "New message",
    reminder: "A reminder is due",
    appointment: "An appointment has changed",
    test: "Notifications reach this device.",
  },
  es: {
    message: "Mensaje nuevo",
    reminder: "Tienes un recordatorio",
    appointment: "Ha cambiado una cita",
    test: "Las notificaciones llegan a este dispositivo.",
  },
};

export function wordsIn(language: string): (typeof words)["en"] {
  return language === "es" ? words.es : words.en;
}
