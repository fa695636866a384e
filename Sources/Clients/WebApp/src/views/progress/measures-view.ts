import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { router } from "../../router";
import { t } from "../../text";
import { load } from "../assistant/loaded";
import type { Client } from "../view";
import { alertSwitch } from "./alert-switch";
import { lineChart } from "./chart";
import { goalIn, pathOf, toldTo } from "./series";
import type { MeasurePoint, MeasuresAnswer } from "./series";

/** What a client measures and has told one trainer, each measure as a line. */
export class MeasuresView {
  readonly element: HTMLElement;
  readonly #place = el("div.col");
  #goals: string[] = [];
  #answer: MeasuresAnswer | null = null;

  /** @param leave called before the place in a chat is shown that a point leads to. */
  constructor(client: Client, userId: string, trainerId: string, private readonly leave: () => void) {
    this.element = el("section.blk.col", {}, el("header", {}, el("h3", {}, t.progress)), this.#place,
      client.me.role === "trainer" ? alertSwitch(client) : null);
    void load(this.#place, () => client.http.get<MeasuresAnswer>(`/v1/clients/${userId}/measures`), ({ series, hasMore }) => {
      this.#answer = { series: toldTo(trainerId, series), hasMore };
      return this.#draw(this.#answer);
    });
  }

  /** What the profile says that the client wants, as they have said it. */
  show(goals: string[]): void {
    if (goals.join("\n") === this.#goals.join("\n")) return;
    this.#goals = goals;
    if (this.#answer !== null) fill(this.#place, ...this.#draw(this.#answer));
  }

  #draw({ series, hasMore }: MeasuresAnswer): Child[] {
    return [
      ...series.map((one) => lineChart(one, goalIn(this.#goals, one), (point) => this.#open(point))),
      series.length === 0 ? el("p.m", {}, t.progressEmpty) : null,
      hasMore ? el("p.xs.m", {}, t.progressMore) : null,
    ];
  }

  #open(point: MeasurePoint): void {
    const path = pathOf(point);
    if (path === null) return;
    this.leave();
    router.go(path);
  }
}
