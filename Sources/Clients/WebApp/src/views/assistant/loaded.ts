import { ApiError } from "../../api/errors";
import { Newest } from "../../api/newest";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { t } from "../../text";
import { whyOf } from "../attempt";
import type { Client } from "../view";

const newest = new WeakMap<HTMLElement, Newest>();

/** Fills a place with what was known last, then with what the server answers now. Without the network the former stays. */
export async function loadKept<Answer>(client: Client, place: HTMLElement, path: string, draw: (answer: Answer) => Child[]): Promise<void> {
  const kept = place.childElementCount === 0 ? await client.kept.get<Answer>(path) : undefined;
  if (kept !== undefined && place.childElementCount === 0) fill(place, ...draw(kept));
  await load(place, async () => {
    const answer = await client.http.get<Answer>(path);
    client.kept.put(path, answer);
    return answer;
  }, draw, true);
}

/**
 * Fills a place with what is fetched for it; says what went wrong, and tries again.
 *
 * @param keeps whether what is there is still worth more than that the server can't be reached.
 */
export async function load<Answer>(place: HTMLElement, fetch: () => Promise<Answer>, draw: (answer: Answer) => Child[], keeps = false): Promise<void> {
  const isFilled = keeps && place.childElementCount > 0;
  place.setAttribute("aria-busy", "true");
  if (place.childElementCount === 0) fill(place, el("p.m", { role: "status" }, t.loading));
  const asked = newest.get(place) ?? new Newest();
  newest.set(place, asked);
  try {
    const answer = await asked.ask(fetch);
    if (answer === null) return;
    fill(place, ...draw(answer));
  } catch (error) {
    place.removeAttribute("aria-busy");
    if (isFilled && error instanceof ApiError && error.code === "unreachable") return;
    const again = () => {
      fill(place);
      void load(place, fetch, draw, keeps);
    };
    fill(place, el("p.ban.x", { role: "alert" }, el("span.grow", { dir: "auto" }, whyOf(error)), el("button.b", { type: "button", onclick: again }, t.retry)));
  }
  place.removeAttribute("aria-busy");
}
