import type { Media, Message, Notice } from "../../api/types";
import { append, el, spoken } from "../../dom/element";
import type { Child } from "../../dom/element";
import { icon, tick } from "../../dom/icons";
import type { TickName } from "../../dom/icons";
import type { CachedChat, OutboxEntry } from "../../store/model";
import { statusOf } from "../../store/model";
import { t } from "../../text";
import { at, clockTime, fileSize } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";
import { avatar, hue } from "../avatar";
import { isTouch } from "../view";
import type { Client } from "../view";
import { quickEmojis } from "./emoji";
import { fileLink, photo } from "./media";
import { richText } from "./rich-text";
import { videoMessage } from "./video";
import { soundType } from "./voice/sound";
import { voiceMessage } from "./voice/voice-message";

/** What a message offers. */
export interface MessageDeeds {
  reply(message: Message): void;
  react(message: Message, anchor: Element): void;
  toggle(message: Message, emoji: string): void;
  more(message: Message, anchor: Element): void;
  goTo(messageId: string): void;
  ask(message: Message): void;
  retry(entry: OutboxEntry): void;
  discard(entry: OutboxEntry): void;
  /** Takes a message that isn't sent back into the field. */
  rewrite(entry: OutboxEntry): void;
}

/** A message or what waits to be one, and its place among its neighbours. */
export type Row =
  | { kind: "day"; key: string; time: number; label: string }
  | { kind: "unread"; key: string; count: number }
  | { kind: "edge"; key: string; text: string }
  | { kind: "notice"; key: string; notice: Notice }
  | { kind: "message"; key: string; message: Message; isFirst: boolean; isLast: boolean; footer: string; status: string }
  /** `isHeld` while there's time to take it back: without a connection, or while large files are uploaded. */
  | { kind: "pending"; key: string; entry: OutboxEntry; isFirst: boolean; isLast: boolean; isHeld: boolean };

export function nameOf(client: Client, record: CachedChat, userId: string): string {
  return userId === client.me.id ? t.you : safeName(displayName(record, userId));
}

function displayName(record: CachedChat, userId: string): string {
  const member = record.chat.members.find((one) => one.userId === userId);
  return member?.displayName ?? record.formerNames[userId] ?? "";
}

export function messageRow(
  client: Client,
  record: CachedChat,
  row: Row & { kind: "message" },
  deeds: MessageDeeds,
): HTMLElement {
  const { message } = row;
  const isMine = message.senderId === client.me.id;
  const name = nameOf(client, record, message.senderId);
  const isGroup = record.chat.kind === "group";
  const bubble = el("div.bub", {}, spoken(`${name}: `));
  if (isGroup && !isMine && row.isFirst) {
    bubble.append(el(`bdi.nm.c${hue(message.senderId)}`, { "aria-hidden": "true" }, name));
  }
  const names = message.mentions.map((id) => displayName(record, id));
  append(bubble, content(client, record, message, name, isMine, names, deeds));
  bubble.append(meta(message, isMine, row.status));
  const body = el("div.body", {}, bubble, reactions(client, record, message, deeds));
  if (row.footer !== "") body.append(el("p.st", {}, row.footer));
  const element = shell(row, isMine, isGroup);
  element.dataset.seq = String(message.seq);
  element.dataset.id = message.id;
  element.setAttribute("tabindex", "-1");
  if (!isMine && row.isLast) {
    const member = record.chat.members.find((one) => one.userId === message.senderId);
    element.append(avatar(client, { id: message.senderId, name, photo: member?.photoMediaId ?? null, size: "x" }));
  }
  element.append(body);
  return element;
}

function shell(row: { isFirst: boolean; isLast: boolean }, isMine: boolean, isGroup: boolean): HTMLElement {
  const element = el("li.msg");
  if (isMine) element.classList.add("me");
  if (isGroup) element.classList.add("g");
  if (row.isFirst) element.classList.add("first");
  if (row.isLast) element.classList.add("last");
  return element;
}

function content(
  client: Client,
  record: CachedChat,
  message: Message,
  name: string,
  isMine: boolean,
  names: string[],
  deeds: MessageDeeds,
): Child[] {
  if (message.deletedAt !== null) {
    return [el("span.del", { dir: "auto" }, isMine ? t.deletedByYou : t.deletedBy(name))];
  }
  return [
    message.quote === null ? null : quote(client, record, message.quote, deeds),
    ...mediaParts(client, message.media),
    message.transcript === undefined ? null : transcript(message.transcript),
    message.text === "" ? null : richText(message.text, names, client.me.displayName),
  ];
}

function quote(client: Client, record: CachedChat, quoted: NonNullable<Message["quote"]>, deeds: MessageDeeds): HTMLElement {
  const text = quoted.deleted ? t.quoteDeleted : quoted.text === "" ? t.file : oneLine(quoted.text);
  const go = () => deeds.goTo(quoted.messageId);
  return el(
    "button.qt",
    { type: "button", title: t.goToQuote, onclick: go },
    el("b", {}, el("bdi", {}, nameOf(client, record, quoted.senderId))),
    el("span.cut", { dir: "auto" }, text),
  );
}

/** Several photos stand together; what else there is follows. */
function mediaParts(client: Client, media: Media[]): HTMLElement[] {
  const photos = media.filter(({ kind }) => kind === "image");
  if (photos.length < 2) return media.map((one) => mediaPart(client, one));
  return [
    el("div.album", { role: "group", "aria-label": t.photos(photos.length) }, ...photos.map((one) => photo(client, one, photos))),
    ...media.filter(({ kind }) => kind !== "image").map((one) => mediaPart(client, one)),
  ];
}

function mediaPart(client: Client, media: Media): HTMLElement {
  if (media.kind === "image") return photo(client, media);
  if (soundType(media) !== null) return voiceMessage(client, media);
  return media.kind === "video" ? videoMessage(client, media) : fileLink(client, media);
}

/** What was said in a voice message, as a machine has heard it. */
function transcript({ status, text }: NonNullable<Message["transcript"]>): HTMLElement {
  if (status !== "ready") return el("p.sm.m.said", {}, status === "pending" ? t.transcribing : t.notTranscribed);
  return el("p.sm.said", { dir: "auto" }, el("span.m.xs", {}, `${t.transcript} `), text);
}

function meta(message: Message, isMine: boolean, status: string): HTMLElement {
  const element = el("span.meta");
  if (message.deletedAt === null) {
    if (message.editedAt !== null) append(element, [el("span", {}, t.edited), " "]);
    if (message.via === "automatic") append(element, [el("span", {}, t.automatic), " "]);
    else if (message.via === "assistant") append(element, [el("span", {}, t.viaAssistant), " "]);
    else if (message.bot !== undefined) append(element, [el("bdi", {}, t.sentBy(safeName(message.bot.name))), " "]);
  }
  element.append(el("time", { datetime: message.createdAt, title: message.imported === true ? t.importedMark : null }, clockTime(message.createdAt)));
  if (isMine && message.deletedAt === null) element.append(receipt(status as TickName));
  return element;
}

/** A receipt's sign, with its word for those who don't see it. */
export function receipt(status: TickName): HTMLElement {
  const words = { queued: t.queued, sent: t.sent, delivered: t.delivered, read: t.read, failed: t.notSent("") };
  const element = el("span", {}, spoken(words[status]));
  if (status === "read") element.className = "rd";
  element.append(tick(status));
  return element;
}

function reactions(client: Client, record: CachedChat, message: Message, deeds: MessageDeeds): HTMLElement | null {
  if (message.reactions.length === 0 || message.deletedAt !== null) return null;
  return el(
    "div.rx",
    {},
    ...message.reactions.map(({ emoji, userIds }) => {
      const names = userIds.slice(0, 10).map((id) => nameOf(client, record, id)).join(", ");
      return el(
        "button",
        {
          type: "button",
          "aria-pressed": String(userIds.includes(client.me.id)),
          "aria-label": t.reacted(names, `${emoji} ${userIds.length}`),
          title: names,
          onclick: () => deeds.toggle(message, emoji),
        },
        `${emoji} ${userIds.length}`,
      );
    }),
  );
}

/** Gives a message its buttons, once it's pointed at or chosen: most are never, and they are most of its elements. */
export function addActions(element: HTMLElement, message: Message, deeds: MessageDeeds): void {
  const bubble = element.querySelector(".bub");
  if (message.deletedAt === null && bubble?.querySelector(".acts") === null) bubble.prepend(actions(message, deeds));
}

function actions(message: Message, deeds: MessageDeeds): HTMLElement {
  const button = (label: string, name: Parameters<typeof icon>[0], act: (anchor: Element) => void) =>
    el(
      "button.ib",
      {
        type: "button",
        "aria-label": label,
        title: label,
        tabindex: "-1",
        onclick: (event: Event) => act(event.currentTarget as Element),
      },
      icon(name),
    );
  return el(
    "div.acts",
    { role: "group", "aria-label": t.actions },
    isTouch() ? el("div.quick", {}, ...quickEmojis.map((emoji) =>
      el("button.ib", { type: "button", "aria-label": `${t.react}: ${emoji}`, onclick: () => deeds.toggle(message, emoji) }, emoji))) : null,
    button(t.react, "smile", (anchor) => deeds.react(message, anchor)),
    button(t.reply, "reply", () => deeds.reply(message)),
    button(t.askMessage, "spark", () => deeds.ask(message)),
    button(t.more, "more", (anchor) => deeds.more(message, anchor)),
  );
}

/** A message that waits to be sent: it looks like one, and says where it is. */
export function pendingRow(row: Row & { kind: "pending" }, isGroup: boolean, deeds: MessageDeeds): HTMLElement {
  const { entry } = row;
  const isFailed = entry.state.kind === "failed";
  const bubble = el("div.bub", {}, spoken(`${t.you}: `));
  for (const attachment of entry.attachments) {
    const state = attachment.mediaId === null && !isFailed ? el("progress", { max: "100", value: "0", "aria-label": t.uploading(0) }) : null;
    if (state !== null) state.dataset.upload = attachment.clientMediaId;
    bubble.append(
      el("span.file", {}, el("span.ic", {}, icon("file")),
        el("span", {}, el("b", {}, el("bdi", {}, safeName(attachment.fileName))), el("br"),
          el("span.sm.m", {}, fileSize(attachment.size), " "), state)),
    );
  }
  if (entry.text !== "") bubble.append(richText(entry.text));
  const status: TickName = isFailed ? "failed" : entry.state.kind === "sent" ? "sent" : "queued";
  bubble.append(el("span.meta", {}, el("time", {}, clockTime(at(entry.writtenAt))), receipt(status)));
  const body = el("div.body", {}, bubble);
  const button = (label: string, act: () => void) => el("button.b.q", { type: "button", onclick: act }, label);
  // Files that are chosen anew are uploaded anew.
  const back = [entry.attachments.length > 0 ? null : button(t.edit, () => deeds.rewrite(entry)), button(t.discard, () => deeds.discard(entry))];
  if (entry.state.kind === "failed") {
    // Between two people nothing but a block forbids it.
    const code = entry.state.code === "forbidden" && !isGroup ? "not_a_contact" : entry.state.code;
    const reason = t.failureReasons[code] ?? t.errors[code] ?? entry.state.reason;
    body.append(
      el("p.st.x", { role: "alert" }, el("span", { dir: "auto" }, t.notSent(reason)),
        entry.state.retryable ? button(t.retry, () => deeds.retry(entry)) : null, ...back));
  }
  if (row.isHeld) body.append(el("p.st", {}, t.queued, ...back));
  const element = shell(row, true, isGroup);
  element.dataset.pending = entry.id;
  element.append(body);
  return element;
}

/** What stands below the user's latest message. */
export function footerOf(record: CachedChat, message: Message, me: string): string {
  const others = record.chat.members.filter(({ userId, joinedSeq }) => userId !== me && joinedSeq < message.seq);
  const status = statusOf(record.chat, message);
  if (record.chat.kind === "direct" || others.length === 0) {
    return status === "read" ? t.read : status === "delivered" ? t.delivered : t.sent;
  }
  const readers = others.filter(({ readSeq }) => readSeq >= message.seq).length;
  if (readers === others.length) return t.readByAll(others.length);
  return readers > 0 ? t.readBy(readers, others.length) : status === "delivered" ? t.delivered : t.sent;
}
