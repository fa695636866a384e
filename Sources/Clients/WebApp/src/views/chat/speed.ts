import { el } from "../../dom/element";
import { t } from "../../text";
import { number } from "../../text/format";

/** How fast it plays, one after the other: faster to save time, slower to see a movement. */
const rates = [1, 1.5, 2, 0.5];

/** Changes how fast a video or a recording plays. */
export function speedButton(media: HTMLMediaElement): HTMLElement {
  const button: HTMLElement = el("button.b.q.sm.rate", { type: "button", onclick: () => {
    media.playbackRate = rates[(rates.indexOf(media.playbackRate) + 1) % rates.length] ?? 1;
    show();
  } });
  const show = () => {
    button.textContent = `${number(media.playbackRate)}×`;
    button.setAttribute("aria-label", t.speed(number(media.playbackRate)));
  };
  show();
  return button;
}
