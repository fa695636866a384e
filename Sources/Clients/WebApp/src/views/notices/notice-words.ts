import type { Notice } from "../../api/types";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { clockTime, dayKey, dayName } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";

/** What a notice says, on one line. */
export function noticeWords(notice: Notice): string {
  const what = subject(notice);
  const when = moment(notice.startsAt);
  switch (notice.kind) {
    case "event.created":
      return t.noticeCreated(what, when);
    case "event.moved":
      return t.noticeMoved(what, when, notice.previousStartsAt === null ? "" : moment(notice.previousStartsAt));
    case "event.cancelled":
      return t.noticeCancelled(what, when);
    case "event.relocated":
      return t.noticeRelocated(what, when, notice.location === null ? "" : oneLine(safeName(notice.location)));
    case "reminder.due":
      return t.noticeReminder(oneLine(notice.text));
    case "week.ready":
      return t.noticeWeek;
    case "measure.alert":
      return [...notice.with.map(safeName), oneLine(safeName(notice.text))].join(": ");
  }
}

/** Where it leads. */
export function noticePath(notice: Notice): string {
  if (notice.kind === "week.ready" || notice.kind === "measure.alert") return "/today";
  return notice.kind === "reminder.due" ? "/calendar#reminders" : `/calendar#${dayKey(notice.startsAt)}`;
}

/** The title, and the other side's name if the title doesn't say it. */
function subject(notice: Notice): string {
  const title = oneLine(safeName(notice.text));
  const others = notice.with.filter((name) => !notice.text.includes(name)).map(safeName);
  return others.length === 0 ? title : t.titleWith(title, others.join(", "));
}

function moment(time: string): string {
  return dayKey(time) === dayKey(serverClock.now()) ? clockTime(time) : `${dayName(time)}, ${clockTime(time)}`;
}
