import { el, fill } from "../../dom/element";
import { serverClock } from "../../store/timing";
import type { Client } from "../view";
import { nameOf, sparkline } from "./chart";
import type { MeasuresAnswer } from "./series";

const day = 86_400_000;

/** The measure of which a client has told most in three months, as a small line; nothing if there are fewer than three values. */
export function trend(client: Client, userId: string): HTMLElement {
  const element = el("span.trend");
  const since = new Date(serverClock.now() - 90 * day).toISOString().slice(0, 10);
  void client.http.get<MeasuresAnswer>(`/v1/clients/${userId}/measures?since=${since}`).then(({ series }) => {
    const [most] = series.filter(({ points }) => points.length > 2).sort((one, other) => other.points.length - one.points.length);
    if (most !== undefined) fill(element, sparkline(most), el("span.xs.m", { "aria-hidden": "true" }, nameOf(most)));
  }).catch(() => undefined);
  return element;
}
