import type { ListedEvent } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, clockTime, currentZone, place, shortDateTime } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";
import { showEvent } from "../calendar/client-event";
import { editEvent } from "../calendar/event-form";
import type { Client } from "../view";

/** The line below a chat's header: the next session with the other person; hidden while none is known. */
export class NextSession {
  readonly element = el("div.pinned", { hidden: true });
  #shown = "";

  constructor(private readonly client: Client, private readonly personId: string) {}

  draw(): void {
    const now = serverClock.now();
    const next = this.client.around.sessions.current?.find((event) =>
      (event.clientId === this.personId || event.trainerId === this.personId) && at(event.endsAt) > now);
    const text = next === undefined ? "" : `${shortDateTime(next.startsAt)} · ${oneLine(safeName(next.title))}`;
    this.element.hidden = next === undefined;
    if (next === undefined || text === this.#shown) return;
    this.#shown = text;
    fill(this.element, el("button.row", { type: "button", onclick: () => this.#open(next) }, icon("cal", "s"),
      el("b.xs", {}, t.comingSession), el("span.grow.cut.sm", { dir: "auto" }, text)));
  }

  #open(event: ListedEvent): void {
    if (this.client.me.role === "trainer") void editEvent(this.client, event, 0, 0, () => this.client.around.sessions.refresh());
    else showEvent(this.client, event);
  }
}

/** What the clock of somebody shows, if it isn't one's own: "14:15 in Stockholm". */
export function theirClock(client: Client, personId: string): string {
  const zone = client.around.contacts.current?.find(({ userId }) => userId === personId)?.timezone ?? null;
  const now = serverClock.now();
  return zone === null || clockTime(now, zone) === clockTime(now, currentZone()) ? "" : t.clockThere(clockTime(now, zone), place(zone));
}
