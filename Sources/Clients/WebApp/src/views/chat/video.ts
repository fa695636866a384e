import type { Media } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { t } from "../../text";
import { fileSize, number } from "../../text/format";
import { safeName } from "../../text/safe";
import type { Client } from "../view";
import { fileLink } from "./media";

/** How fast it plays, one after the other: faster to save time, slower to see a movement. */
const rates = [1, 1.5, 2, 0.5];

/** Those that were started, by media: a message that is drawn anew keeps its video. */
const players = new Map<string, { element: HTMLElement; end: () => void }>();

/** A video that is fetched when it's started, and plays where it stands. */
export function videoMessage(client: Client, media: Media): HTMLElement {
  const known = players.get(media.id);
  if (known !== undefined) return known.element;
  const name = safeName(media.fileName);
  const element = el("div.vid");
  const start: HTMLElement = el("button.pic.start", { type: "button", "aria-label": t.playVideo(name), onclick: () => void play() },
    icon("play"), el("span.sm", {}, fileSize(media.size)));
  const [width, height] = [media.width ?? 4, media.height ?? 3];
  element.style.aspectRatio = `${width} / ${Math.min(height, width * 1.5)}`;
  element.append(start);
  if (media.thumbnail) {
    client.media.url(`/v1/media/${media.id}/thumbnail`).then((url) => start.prepend(el("img", { src: url, alt: "" })), () => undefined);
  }
  const play = async () => {
    start.setAttribute("aria-disabled", "true");
    try {
      const blob = await client.media.blob(`/v1/media/${media.id}/content`);
      // What phones of Apple record is H.264 in another box; browsers play it if it isn't called by that name.
      const type = media.mimeType === "video/quicktime" ? "video/mp4" : media.mimeType;
      show(URL.createObjectURL(new Blob([blob], { type })));
    } catch {
      start.removeAttribute("aria-disabled");
      fill(element, el("p.sm.m", { role: "alert" }, t.videoGone), fileLink(client, media));
    }
  };
  const show = (url: string) => {
    const video = el("video", { src: url, controls: true, autoplay: true, playsinline: true, "aria-label": `${t.video}: ${name}` });
    const end = () => {
      video.pause();
      URL.revokeObjectURL(url);
    };
    const rate: HTMLElement = el("button.b.q.sm.rate", { type: "button", "aria-label": t.speed(number(1)), onclick: () => {
      video.playbackRate = rates[(rates.indexOf(video.playbackRate) + 1) % rates.length] ?? 1;
      rate.textContent = `${number(video.playbackRate)}×`;
      rate.setAttribute("aria-label", t.speed(number(video.playbackRate)));
    } }, `${number(1)}×`);
    video.addEventListener("error", () => {
      end();
      players.delete(media.id);
      fill(element, el("p.sm.m", { role: "alert" }, t.videoGone), fileLink(client, media));
    });
    fill(element, video, rate);
    players.set(media.id, { element, end });
    video.focus({ preventScroll: true });
  };
  return element;
}

/** Ends what plays, and forgets the videos of a chat that is left. */
export function closeVideos(): void {
  for (const { end } of players.values()) end();
  players.clear();
}
