import type { Media } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { t } from "../../text";
import { fileSize } from "../../text/format";
import { safeName } from "../../text/safe";
import type { Client } from "../view";
import { streamQuery } from "../../worker/stream";
import { fileLink } from "./media";
import { speedButton } from "./speed";

/** Those that were started, by media: a message that is drawn anew keeps its video. */
const players = new Map<string, { element: HTMLElement; end: () => void }>();

/** A video that is fetched when it's started, in parts where that can be, and plays where it stands. */
export function videoMessage(client: Client, media: Media): HTMLElement {
  const known = players.get(media.id);
  if (known !== undefined) return known.element;
  const name = safeName(media.fileName);
  const path = `/v1/media/${media.id}/content`;
  const element = el("div.vid");
  const start: HTMLElement = el("button.pic.start", { type: "button", "aria-label": t.playVideo(name), onclick: () => play() },
    icon("play"), el("span.sm", {}, fileSize(media.size)));
  const [width, height] = [media.width ?? 4, media.height ?? 3];
  element.style.aspectRatio = `${width} / ${Math.min(height, width * 1.5)}`;
  element.append(start);
  if (media.thumbnail) {
    client.media.url(`/v1/media/${media.id}/thumbnail`).then((url) => start.prepend(el("img", { src: url, alt: "" })), () => undefined);
  } else if (isStreamed()) {
    onceSeen(start, () => start.prepend(firstFrame(`${path}${streamQuery}`)));
  }
  const play = () => {
    start.setAttribute("aria-disabled", "true");
    if (isStreamed()) show(`${path}${streamQuery}`, () => void playWhole());
    else void playWhole();
  };
  const gone = () => {
    players.delete(media.id);
    fill(element, el("p.sm.m", { role: "alert" }, t.videoGone), fileLink(client, media));
  };
  const playWhole = async () => {
    try {
      const blob = await client.media.blob(path);
      // What phones of Apple record is H.264 in another box; browsers play it if it isn't called by that name.
      const type = media.mimeType === "video/quicktime" ? "video/mp4" : media.mimeType;
      show(URL.createObjectURL(new Blob([blob], { type })), gone);
    } catch {
      gone();
    }
  };
  const show = (url: string, failed: () => void) => {
    const video = el("video", { src: url, poster: start.querySelector("img")?.src, controls: true, autoplay: true, playsinline: true, "aria-label": `${t.video}: ${name}` });
    let isOver = false;
    const end = () => {
      isOver = true;
      video.pause();
      video.removeAttribute("src");
      if (url.startsWith("blob:")) URL.revokeObjectURL(url);
    };
    video.addEventListener("error", () => {
      if (isOver) return;
      end();
      failed();
    });
    fill(element, video, speedButton(video));
    players.set(media.id, { element, end });
    video.focus({ preventScroll: true });
  };
  return element;
}

/** With a worker a video plays while it comes, and only what is seen is fetched. */
function isStreamed(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}

/** What stands for a video of which there is no picture; of the file only its beginning is fetched. */
function firstFrame(url: string): HTMLElement {
  return el("video", { src: `${url}#t=0.1`, preload: "metadata", muted: true, playsinline: true, tabindex: "-1", "aria-hidden": "true" });
}

function onceSeen(element: Element, act: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    act();
  });
  observer.observe(element);
}

/** Ends what plays, and forgets the videos of a chat that is left. */
export function closeVideos(): void {
  for (const { end } of players.values()) end();
  players.clear();
}
