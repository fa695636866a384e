import { locale } from "../../text";
import { clock, currentZone, dayKey } from "../../text/format";

export const day = 86_400_000;
export const hour = 3_600_000;
export const minute = 60_000;

/** The instant of a wall-clock time in a zone. Of a gap, the time after it. */
export function instant(date: string, time: string, zone = currentZone()): number {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  let guess = wanted;
  for (let round = 0; round < 3; round += 1) {
    const shown = Date.parse(`${dayKey(guess, zone)}T${clock(guess, zone)}:00Z`);
    if (shown === wanted) break;
    guess += wanted - shown;
  }
  return guess;
}

/** When the day of an instant begins, in the user's zone; with `by`, that many days later. */
export function dayStart(time: number, by = 0): number {
  return instant(shifted(dayKey(time), by), "00:00");
}

/** The Monday of an instant's week. */
export function mondayOf(time: number): number {
  const weekday = (new Date(`${dayKey(time)}T12:00:00Z`).getUTCDay() + 6) % 7;
  return dayStart(time, -weekday);
}

/** What a week begins with where the language is read: 1 for Monday to 7 for Sunday. */
const firstDay = (() => {
  const where = new Intl.Locale(locale) as { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } };
  return (where.getWeekInfo?.() ?? where.weekInfo)?.firstDay ?? 1;
})();

/** When the week of an instant begins. */
export function weekStart(time: number): number {
  const weekday = new Date(`${dayKey(time)}T12:00:00Z`).getUTCDay();
  return dayStart(time, -((weekday - firstDay + 7) % 7));
}

/** The same wall-clock time on another day: seven in the evening stays seven when the clocks change. */
export function sameTime(time: number, days: number): number {
  return instant(shifted(dayKey(time), days), clock(time));
}

/** Days from the start of a day on, as the `from` and `to` of a request. */
export function range(start: number, days: number): [from: string, to: string] {
  return [new Date(start).toISOString(), new Date(dayStart(start + 2 * hour, days)).toISOString()];
}

/** A calendar date, some days later. Counted in UTC, where every day has 24 hours. */
function shifted(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * day).toISOString().slice(0, 10);
}
