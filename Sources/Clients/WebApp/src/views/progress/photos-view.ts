import type { Media } from "../../api/types";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { t } from "../../text";
import { format } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";
import { load } from "../assistant/loaded";
import { photo } from "../chat/media";
import type { Client } from "../view";

/** A picture as the server tells it: `GET /v1/clients/{userId}/photos`. */
interface ClientPhoto {
  media: Media;
  /** `YYYY-MM-DD`, on the client's clock. */
  day: string;
  chatId: string;
  messageId: string;
  question: string | null;
}

interface PhotosAnswer {
  photos: ClientPhoto[];
  hasMore: boolean;
  next: string | null;
}

/** Two pictures of a client side by side, each chosen by its day; hidden while there is none. */
export class PhotosView {
  readonly element: HTMLElement;
  readonly #place = el("div.col");
  readonly #path: string;
  #photos: ClientPhoto[] = [];
  #next: string | null = null;

  constructor(private readonly client: Client, userId: string) {
    this.#path = `/v1/clients/${userId}/photos`;
    this.element = el("section.blk.col", { hidden: true }, el("header", {}, el("h3", {}, t.clientPhotos)), this.#place);
    void this.#load();
  }

  #load(): Promise<void> {
    const path = this.#next === null ? this.#path : `${this.#path}?before=${this.#next}`;
    return load(this.#place, () => this.client.http.get<PhotosAnswer>(path), ({ photos, hasMore, next }) => {
      this.#photos.push(...photos);
      this.#next = hasMore ? next : null;
      this.element.hidden = this.#photos.length === 0 && !hasMore;
      return this.#draw();
    });
  }

  #draw(): Child[] {
    // The oldest that is known, and the newest.
    const [newest, oldest] = [this.#photos[0], this.#photos[this.#photos.length - 1]];
    const sides = newest === undefined || oldest === undefined ? []
      : newest === oldest ? [this.#side(t.photoNow, newest)] : [this.#side(t.photoBefore, oldest), this.#side(t.photoNow, newest)];
    return [
      el("div.pair", {}, ...sides),
      this.#next === null ? null : el("button.b.q", { type: "button", onclick: () => void this.#load() }, t.photosOlder),
    ];
  }

  /** A picture, and which one it is. */
  #side(name: string, first: ClientPhoto): HTMLElement {
    const place = el("div.col");
    const choice = el("select", { "aria-label": name }, ...this.#photos.map((one, index) =>
      el("option", { value: String(index), selected: one === first }, titleOf(one))));
    const show = () => {
      const shown = this.#photos[Number(choice.value)] ?? first;
      fill(place, photo(this.client, shown.media, this.#photos.map(({ media }) => media)),
        el("a.sm", { href: `/chats/${shown.chatId}/messages/${shown.messageId}` }, t.progressMessage));
    };
    choice.addEventListener("change", show);
    show();
    return el("figure.col", {}, el("figcaption", {}, choice), place);
  }
}

/** `9 Mar 2026 · Front` */
function titleOf({ day, question, media }: ClientPhoto): string {
  const date = format(Date.parse(`${day}T00:00:00Z`), { day: "numeric", month: "short", year: "numeric" }, "UTC");
  return `${date} · ${question === null ? safeName(media.fileName) : oneLine(question)}`;
}
