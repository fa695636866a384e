import type { Media } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { dialog, toast } from "../../dom/overlay";
import { t } from "../../text";
import { fileSize } from "../../text/format";
import { safeName } from "../../text/safe";
import type { Client } from "../view";

/** A photo in its own proportions before it's there, so that nothing moves when it comes. */
export function photo(client: Client, media: Media): HTMLElement {
  const name = safeName(media.fileName);
  const element = el("button.pic", { type: "button", "aria-label": t.openPhoto(name), onclick: () => view(client, media) });
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

/** The whole photo, over everything. */
function view(client: Client, media: Media): void {
  const name = safeName(media.fileName);
  const element = dialog(t.viewer, "dialog.view");
  const place: HTMLElement = el("div.photo", { "aria-busy": "true" });
  place.addEventListener("click", (event) => event.target === place && element.close());
  element.append(
    el("header.bar", {}, el("bdi.grow.cut", {}, name),
      el("button.ib", { type: "button", "aria-label": t.saveFile(name), title: t.saveFile(name), onclick: () => save(client, media) }, icon("dl")),
      el("button.ib", { type: "button", "aria-label": t.close, onclick: () => element.close() }, icon("x"))),
    place,
  );
  element.showModal();
  client.media.url(`/v1/media/${media.id}/content`).then(
    (url) => place.replaceChildren(el("img", { src: url, alt: `${t.photo}: ${name}` })),
    () => fill(place, t.photoGone),
  );
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
  try {
    const url = await client.media.url(`/v1/media/${media.id}/content`);
    const link = el("a", { href: url, download: safeName(media.fileName) });
    document.body.append(link);
    link.click();
    link.remove();
  } catch (error) {
    toast(t.couldNot(error instanceof Error ? error.message : ""));
  }
}
