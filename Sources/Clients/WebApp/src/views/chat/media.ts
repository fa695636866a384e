import type { Media } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { dialog } from "../../dom/overlay";
import { saveFile } from "../../dom/save";
import { t } from "../../text";
import { fileSize } from "../../text/format";
import { safeName } from "../../text/safe";
import { attempt } from "../attempt";
import type { Client } from "../view";
import { PhotoZoom } from "./photo-zoom";

/** A photo in its own proportions before it's there, so that nothing moves when it comes. */
export function photo(client: Client, media: Media, album: readonly Media[] = [media]): HTMLElement {
  const name = safeName(media.fileName);
  const element = el("button.pic", { type: "button", "aria-label": t.openPhoto(name), onclick: () => view(client, media, album) });
  const [width, height] = [media.width ?? 4, media.height ?? 3];
  element.style.aspectRatio = `${width} / ${Math.min(height, width * 2)}`;
  element.style.inlineSize = `min(20rem, ${Math.max(width, 120)}px)`;
  const path = `/v1/media/${media.id}/${media.thumbnail ? "thumbnail" : "content"}`;
  client.media.url(path).then(
    (url) => element.replaceChildren(el("img", { src: url, alt: `${t.photo}: ${name}`, decoding: "async" })),
    () => fill(element, icon("warn"), " ", t.photoGone),
  );
  return element;
}

/** The whole photo, over everything, and those that came with it. */
function view(client: Client, first: Media, album: readonly Media[]): void {
  let media = first;
  const element = dialog(t.viewer, "dialog.view");
  const place: HTMLElement = el("div.photo");
  const zoom = new PhotoZoom(place);
  const name = el("bdi.grow.cut");
  const step = (label: string, sign: "left" | "right", by: 1 | -1) =>
    el("button.ib.rtlflip", { type: "button", "aria-label": label, title: label, onclick: () => turn(by) }, icon(sign));
  const steps = album.length < 2 ? [] : [step(t.previousPhoto, "left", -1), step(t.nextPhoto, "right", 1)];
  const saving = el("button.ib", { type: "button", onclick: () => void save(client, media) }, icon("dl"));
  const show = () => {
    const shown = media;
    const title = safeName(media.fileName);
    fill(name, album.length < 2 ? title : `${t.version(album.indexOf(media) + 1, album.length)} · ${title}`);
    for (const attribute of ["aria-label", "title"]) saving.setAttribute(attribute, t.saveFile(title));
    fill(place);
    place.setAttribute("aria-busy", "true");
    client.media.url(`/v1/media/${media.id}/content`).then(
      (url) => shown === media && fill(place, el("img", { src: url, draggable: "false", alt: `${t.photo}: ${title}` })),
      () => shown === media && fill(place, t.photoGone),
    ).finally(() => place.removeAttribute("aria-busy"));
  };
  const turn = (by: 1 | -1) => {
    zoom.reset();
    media = album[(album.indexOf(media) + by + album.length) % album.length] ?? media;
    show();
  };
  place.addEventListener("click", (event) => event.target === place && element.close());
  element.addEventListener("keydown", (event) => {
    if (zoom.key(event.key)) event.preventDefault();
    else if (album.length > 1 && (event.key === "ArrowLeft" || event.key === "ArrowRight")) turn(event.key === "ArrowLeft" ? -1 : 1);
  });
  let from: { x: number; y: number } | null = null;
  place.addEventListener("pointerdown", (event) => (from = event.isPrimary && !zoom.isZoomed ? { x: event.clientX, y: event.clientY } : null));
  place.addEventListener("pointerup", (event) => {
    const by = from === null || zoom.isPinched || zoom.isZoomed ? 0 : event.clientX - from.x;
    if (album.length > 1 && event.pointerType !== "mouse" && Math.abs(by) > 60) turn(by > 0 ? -1 : 1);
    from = null;
  });
  element.append(
    el("header.bar", {}, name, ...steps, saving,
      el("button.ib", { type: "button", "aria-label": t.close, onclick: () => element.close() }, icon("x"))),
    place,
  );
  show();
  element.showModal();
}

/** A file that isn't shown: its name, its size, and saving it. */
export function fileLink(client: Client, media: Media): HTMLElement {
  const name = safeName(media.fileName);
  return el(
    "button.file",
    { type: "button", "aria-label": t.saveFile(name), onclick: () => save(client, media) },
    el("span.ic", {}, icon(media.kind === "video" ? "play" : "file")),
    el("span", {}, el("b", {}, el("bdi", {}, name)), el("br"), el("span.sm.m", {}, fileSize(media.size))),
  );
}

async function save(client: Client, media: Media): Promise<void> {
  await attempt(async () => saveFile(await client.media.blob(`/v1/media/${media.id}/content`), safeName(media.fileName)));
}
