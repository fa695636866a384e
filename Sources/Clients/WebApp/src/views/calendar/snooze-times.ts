import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { dayKey } from "../../text/format";
import { dayStart, hour, instant, mondayOf } from "./local-time";

/** When something that is put off may come back. */
export function snoozeTimes(): [label: string, until: number][] {
  const now = serverClock.now();
  const today = (time: string) => instant(dayKey(now), time);
  const tomorrow = dayStart(now, 1) + 9 * hour;
  const monday = instant(dayKey(dayStart(mondayOf(now) + 2 * hour, 7) + 2 * hour), "09:00");
  return [
    [t.inAnHour, now + hour],
    ...(now < today("17:00") ? [[t.thisEvening, today("18:00")] as [string, number]] : []),
    [t.tomorrowMorning, instant(dayKey(tomorrow), "09:00")],
    [t.nextMonday, monday],
  ];
}
