import { serverClock } from "../store/timing";
import { locale, t } from "./index";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Dates as people say them, in the app's language and the user's zone. */
let zone: string | undefined;

export function setZone(name: string | undefined): void {
  try {
    if (name !== undefined) new Intl.DateTimeFormat("en", { timeZone: name });
    zone = name;
  } catch {
    zone = undefined;
  }
  formats.clear();
}

export function currentZone(): string {
  return zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter takes longer than drawing a message, so each is made once. */
export function format(time: number, options: Intl.DateTimeFormatOptions, inZone = zone): string {
  return formatter(options, inZone, locale).format(time);
}

function formatter(options: Intl.DateTimeFormatOptions, inZone: string | undefined, language: string): Intl.DateTimeFormat {
  const key = JSON.stringify([options, inZone, language]);
  let found = formats.get(key);
  if (found === undefined) {
    found = new Intl.DateTimeFormat(language, inZone === undefined ? options : { ...options, timeZone: inZone });
    formats.set(key, found);
  }
  return found;
}

/** As fields and the server have it: `13:05`. */
export function clock(time: number | string, inZone = zone): string {
  return format(at(time), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, inZone);
}

/** Whether people who read the app's language there count hours to twelve. */
export const countsToTwelve = /^h1[12]$/.test(new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hourCycle ?? "");

const hours = { hour: countsToTwelve ? "numeric" : "2-digit", minute: "2-digit", hourCycle: countsToTwelve ? "h12" : "h23" } as const;

/** As people read it: `13:05`, or `1:05 PM`. */
export function clockTime(time: number | string, inZone = zone): string {
  return format(at(time), hours, inZone);
}

export function at(time: number | string): number {
  return typeof time === "number" ? time : Date.parse(time);
}

/** The day in the user's zone, as `2026-03-11`. Put together from its parts: browsers differ in the order of any language. */
export function dayKey(time: number | string, inZone = zone): string {
  const parts = formatter({ year: "numeric", month: "2-digit", day: "2-digit" }, inZone, "en").formatToParts(at(time));
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** "Today", "Yesterday", or "Monday 9 March". */
export function dayName(time: number | string): string {
  const now = serverClock.now();
  const key = dayKey(time);
  if (key === dayKey(now)) return t.today;
  if (key === dayKey(now - day)) return t.yesterday;
  const isNear = Math.abs(now - at(time)) < 300 * day;
  return format(at(time), { weekday: "long", day: "numeric", month: "long", ...(isNear ? {} : { year: "numeric" }) });
}

/** For a list: the time today, the weekday within a week, else the date. */
export function shortWhen(time: number | string): string {
  const now = serverClock.now();
  if (dayKey(time) === dayKey(now)) return clockTime(time);
  if (Math.abs(now - at(time)) < 6 * day) return format(at(time), { weekday: "short" });
  const isNear = Math.abs(now - at(time)) < 300 * day;
  return format(at(time), { day: "numeric", month: "short", ...(isNear ? {} : { year: "2-digit" }) });
}

/** When something begins, on one line: the time today, with the day otherwise. */
export function shortDateTime(time: number | string): string {
  return dayKey(time) === dayKey(serverClock.now()) ? clockTime(time) : `${shortWhen(time)} ${clockTime(time)}`;
}

export function dateTime(time: number | string): string {
  return format(at(time), { day: "numeric", month: "short", ...hours });
}

/** How long: "5 h", "1 h 15 min", "49 min", "3 d". */
export function duration(milliseconds: number, style: "narrow" | "short" | "long" = "short"): string {
  const units: [number, string][] = [
    [day, "day"],
    [hour, "hour"],
    [minute, "minute"],
  ];
  const [size, unit] = units.find(([size]) => milliseconds >= size) ?? [minute, "minute"];
  const value = Math.max(unit === "minute" ? 1 : 0, Math.floor(milliseconds / size));
  const said = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: style }).format(value);
  // An hour more or less is much of a few.
  const rest = milliseconds - value * size;
  return unit === "hour" && value < 4 && rest >= minute && style !== "narrow" ? `${said} ${duration(rest, style)}` : said;
}

export function fileSize(bytes: number): string {
  const [size, unit] = bytes >= 1e9 ? [bytes / 1e9, "gigabyte"] : bytes >= 1e6 ? [bytes / 1e6, "megabyte"] : [Math.max(bytes / 1e3, 0.1), "kilobyte"];
  const options = { style: "unit", unit, maximumFractionDigits: size < 10 ? 1 : 0 } as const;
  return new Intl.NumberFormat(locale, options).format(size);
}

/** A zone as a place: "New York". */
export function place(zoneName: string): string {
  return (zoneName.split("/").at(-1) ?? zoneName).replaceAll("_", " ");
}

export function number(value: number): string {
  return new Intl.NumberFormat(locale).format(value);
}

export function money(value: number, currency: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 4 }).format(value);
}

/** A date with its year, for what ends or began on a day. */
export function date(time: number | string): string {
  return format(at(time), { day: "numeric", month: "long", year: "numeric" });
}
