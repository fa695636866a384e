import type { Media, Message } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { startOf } from "../../store/ranges";
import { t } from "../../text";
import { shortWhen } from "../../text/format";
import { parts, safeName } from "../../text/safe";
import { leadingSheet } from "../assistant/sheet";
import { whyOf } from "../attempt";
import type { Client } from "../view";
import { fileLink, photo } from "./media";
import { soundType } from "./voice/sound";

/** Messages read at once, and how many are read before it's asked whether to look further back. */
const [step, stretch] = [200, 1000];

type Kind = "seen" | "files" | "links";
type Found = { [kind in Kind]: HTMLElement[] };

/** What was shared in a chat, newest first: it's read from the messages, as far back as somebody wants to look. */
export function showShared(client: Client, chatId: string): void {
  const search = new SharedSearch(client, chatId);
  const place = el("div.col");
  const list = el("div");
  const more = el("button.b.q.w", { type: "button", onclick: () => void look() }, t.lookFurther);
  const status = el("p.sm.m", { role: "status" });
  let shown: Kind = "seen";
  const names: [Kind, string][] = [["seen", t.sharedPhotos], ["files", t.sharedFiles], ["links", t.sharedLinks]];
  const tabs = names.map(([kind, name]) => el("button", { type: "button", onclick: () => {
    shown = kind;
    draw();
  } }, name));
  const draw = () => {
    names.forEach(([kind], index) => tabs[index]?.setAttribute("aria-pressed", String(kind === shown)));
    const items = search.found[shown];
    if (shown === "seen") fill(list, el("div.shared", {}, ...items));
    else fill(list, el("ul.box.card0", { hidden: items.length === 0 }, ...items.map((item) => el("li.row", {}, item))));
    if (items.length === 0) status.textContent = search.isOver ? t.nothingShared : "";
    more.hidden = search.isOver;
  };
  const look = async () => {
    more.setAttribute("aria-disabled", "true");
    status.textContent = t.loading;
    try {
      await search.look();
      status.textContent = "";
    } catch (error) {
      status.textContent = whyOf(error);
    }
    more.removeAttribute("aria-disabled");
    draw();
  };
  place.append(el("span.seg", { role: "group", "aria-label": t.sharedHere }, ...tabs), list, status, more);
  leadingSheet(t.sharedHere, place);
  void look();
}

/** Reads a chat backwards. */
class SharedSearch {
  readonly found: Found = { seen: [], files: [], links: [] };
  isOver = false;
  #before: number;

  constructor(private readonly client: Client, private readonly chatId: string) {
    this.#before = (this.#record?.position ?? 0) + 1;
  }

  get #record() {
    return this.client.state.chats.get(this.chatId);
  }

  /** Reads on, until a stretch of messages was read or the beginning is reached. */
  async look(): Promise<void> {
    for (let read = 0; read < stretch && !this.isOver;) {
      const known = this.#record?.known ?? [];
      let start = startOf(known, this.#before - 1);
      if (start >= this.#before) {
        await this.client.loadOlder(this.chatId, this.#before);
        start = startOf(this.#record?.known ?? [], this.#before - 1);
        // The server has nothing before it.
        if (start >= this.#before) start = 1;
      }
      const messages = await this.client.database.read((transaction) => transaction.latest(this.chatId, start, this.#before - 1, step));
      for (const message of messages.reverse()) this.#take(message);
      this.#before = messages.length < step ? start : messages.at(-1)?.seq ?? start;
      read += Math.max(messages.length, 1);
      this.isOver = this.#before <= 1;
    }
  }

  #take(message: Message): void {
    if (message.deletedAt !== null) return;
    const photos = message.media.filter(({ kind }) => kind === "image");
    for (const media of message.media) this.#takeMedia(media, photos, message);
    for (const { kind, text, href } of parts(message.text)) {
      if (kind !== "link" || href === undefined || href.startsWith("mailto:")) continue;
      const link = el("a.it.grow.cut", { href, target: "_blank", rel: "noopener noreferrer nofollow" }, icon("jump", "s"), el("span.cut", { dir: "ltr" }, text));
      this.found.links.push(el("div.row.grow", {}, link, this.#way(message)));
    }
  }

  #takeMedia(media: Media, photos: readonly Media[], message: Message): void {
    if (media.kind === "image") this.found.seen.push(photo(this.client, media, photos));
    else if (media.kind === "video" && soundType(media) === null) this.found.seen.push(this.#video(media, message));
    else if (soundType(media) === null) this.found.files.push(el("div.row.grow", {}, el("div.it.grow", {}, fileLink(this.client, media)), this.#way(message)));
  }

  /** It plays where it stands in the chat. */
  #video(media: Media, message: Message): HTMLElement {
    const element = el("a.pic.vlink", { href: this.#path(message), "aria-label": `${t.video}: ${safeName(media.fileName)}` }, icon("play"));
    if (media.thumbnail) {
      this.client.media.url(`/v1/media/${media.id}/thumbnail`).then((url) => element.prepend(el("img", { src: url, alt: "" })), () => undefined);
    }
    return element;
  }

  #path(message: Message): string {
    return `/chats/${this.chatId}/messages/${message.id}`;
  }

  #way(message: Message): HTMLElement {
    return el("a.b.q.sm", { href: this.#path(message), title: t.showInChat, "aria-label": `${t.showInChat}, ${shortWhen(message.createdAt)}` }, shortWhen(message.createdAt));
  }
}
