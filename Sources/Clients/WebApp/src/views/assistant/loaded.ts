import { ApiError } from "../../api/errors";
import { Newest } from "../../api/newest";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { t } from "../../text";

export function reasonOf(error: unknown): string {
  return error instanceof ApiError && error.code !== "unreachable" ? error.message : t.unreachable;
}

const newest = new WeakMap<HTMLElement, Newest>();

/** Fills a place with what is fetched for it; says what went wrong, and tries again. */
export async function load<Answer>(place: HTMLElement, fetch: () => Promise<Answer>, draw: (answer: Answer) => Child[]): Promise<void> {
  place.setAttribute("aria-busy", "true");
  if (place.childElementCount === 0) fill(place, el("p.m", { role: "status" }, t.loading));
  const asked = newest.get(place) ?? new Newest();
  newest.set(place, asked);
  try {
    const answer = await asked.ask(fetch);
    if (answer === null) return;
    fill(place, ...draw(answer));
  } catch (error) {
    const again = () => {
      fill(place);
      void load(place, fetch, draw);
    };
    fill(place, el("p.ban.x", { role: "alert" }, el("span.grow", { dir: "auto" }, reasonOf(error)), el("button.b", { type: "button", onclick: again }, t.retry)));
  }
  place.removeAttribute("aria-busy");
}
