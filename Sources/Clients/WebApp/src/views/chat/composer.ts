import type { Message } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { menu, popover, toast } from "../../dom/overlay";
import { otherMember } from "../../store/model";
import type { Unfinished } from "../../store/unfinished";
import { t } from "../../text";
import { attempt } from "../attempt";
import { isPhone, isTouch } from "../view";
import type { Client, View } from "../view";
import { AttachedFiles } from "./attached-files";
import { DraftKeeper } from "./draft-keeper";
import { emojiPicker } from "./emoji";
import { sendLater } from "./later";
import { MentionList } from "./mention-list";
import { nameOf } from "./message";
import { quoteStrip } from "./quote-strip";
import { chooseTemplate } from "./templates";
import { TypingSignal } from "./typing-signal";
import { Recorder } from "./voice/recorder";
import { VoiceBar } from "./voice/voice-bar";

const longest = 10_000;

/** For so many milliseconds a draft of another device stays what it is before the field takes it over. */
const settling = 1000;

/** Where a message is written: text, files, a quote; also where an own message is changed. */
export class Composer implements View {
  readonly element: HTMLFormElement;
  readonly field: HTMLTextAreaElement;
  readonly #above = el("div");
  readonly #mentions: MentionList;
  readonly #line: HTMLElement;
  readonly #mic: HTMLElement;
  readonly #more: HTMLElement;
  readonly #voice = new VoiceBar((file) => this.#voiceEnded(file));
  readonly #files: AttachedFiles;
  readonly #keeper: DraftKeeper;
  #reply: { message: Message; name: string } | null = null;
  #editing: Message | null = null;
  #kept = "";
  #isTouched = false;
  /** The server's draft when the field was the same last. */
  #agreed = "";
  #following: ReturnType<typeof setTimeout> | undefined;
  readonly #typing: TypingSignal;

  constructor(
    private readonly client: Client,
    private readonly chatId: string,
    name: string,
    private readonly onSend: () => void,
    private readonly onUp: () => void,
  ) {
    const label = t.messageTo(name);
    this.field = el("textarea", { rows: "1", placeholder: isPhone() ? t.message : label, dir: "auto", "aria-label": label, enterkeyhint: isTouch() ? "enter" : "send" });
    this.#mentions = new MentionList(client, this.field, () => client.state.chats.get(chatId)?.chat.members ?? [], () => this.#changed());
    this.#typing = new TypingSignal(client, chatId);
    this.#files = new AttachedFiles(client, chatId, () => this.#showMic());
    const input = el("input", { type: "file", multiple: true, hidden: true, "aria-label": t.attach });
    input.addEventListener("change", () => {
      this.attach([...(input.files ?? [])]);
      input.value = "";
    });
    const emoji: HTMLElement = el(
      "button.ib.only-d",
      { type: "button", "aria-label": t.emoji, title: t.emoji, onclick: () => this.#pickEmoji(emoji) },
      icon("smile"),
    );
    this.#mic = el("button.ib", { type: "button", "aria-label": t.recordVoice, title: t.recordVoice, onclick: () => void this.#record() }, icon("mic"));
    this.#more = el("button.ib", { type: "button", "aria-label": t.laterOrTemplate, title: t.laterOrTemplate, "aria-haspopup": "dialog", onclick: () => this.#offerMore() }, icon("clock"));
    this.#line = el(
      "div.in",
      {},
      el("button.ib", { type: "button", "aria-label": t.attach, title: t.attach, onclick: () => input.click() }, icon("clip")),
      input,
      this.field,
      emoji,
      this.#mic,
      this.#more,
      el("button.ib.p", { type: "submit", "aria-label": t.send, title: t.send }, icon("send")),
    );
    this.element = el(
      "form.cmp",
      { "aria-label": label, onsubmit: (event: Event) => {
        event.preventDefault();
        void this.#submit();
      } },
      this.#mentions.element,
      this.#above,
      this.#files.element,
      this.#line,
      this.#voice.element,
    );
    this.field.addEventListener("keydown", (event) => this.#key(event));
    this.field.addEventListener("input", () => this.#changed());
    this.field.addEventListener("paste", (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      this.attach(files);
    });
    this.#keeper = new DraftKeeper(client, chatId, () => this.#unfinished);
    this.showDraft();
    void this.#restore(client.local.draft(chatId)?.replyTo ?? null);
  }

  /**
   * Until something is written here, the field follows what is written on other devices. What was written here follows only
   * when it was sent or continued there, and nobody has gone on here. It may come back older than it is for a moment, so the
   * field waits until the draft has settled.
   */
  showDraft(): void {
    clearTimeout(this.#following);
    const text = this.#draft;
    if (text === this.field.value) {
      // What the server refuses to keep isn't known anywhere else.
      if (!this.client.state.drafts.has(this.chatId)) this.#agreed = text;
    } else if (!this.#isTouched) this.#follow(text);
    else if (this.#mayFollow) this.#following = setTimeout(() => this.#mayFollow && this.#follow(this.#draft), settling);
  }

  get #draft(): string {
    return this.client.local.draft(this.chatId)?.text ?? "";
  }

  get #mayFollow(): boolean {
    const draft = this.#draft;
    if (this.#editing !== null || this.field.value !== this.#agreed) return false;
    if (draft !== "") return draft.startsWith(this.field.value);
    const last = this.client.state.chats.get(this.chatId)?.chat.lastMessage;
    return last?.senderId === this.client.me.id && last.text.startsWith(this.field.value);
  }

  #follow(text: string): void {
    if (this.#editing !== null) return;
    this.#isTouched = false;
    this.#agreed = text;
    this.field.value = text;
    if (text === "") this.#reply = null;
    this.#drawAbove();
    this.#fit();
  }

  close(): void {
    clearTimeout(this.#following);
    this.#voice.close();
    this.#keeper.close();
    this.#typing.stop();
  }

  /** The quote of a draft, and what was being changed when the page went away. */
  async #restore(replyTo: string | null): Promise<void> {
    const find = (id: string) => this.client.database.read((transaction) => transaction.message(id));
    const quoted = replyTo === null ? undefined : await find(replyTo);
    const { interrupted } = this.#keeper;
    const changed = interrupted === null ? undefined : await find(interrupted.messageId);
    if (this.#editing !== null || this.#reply !== null) return;
    if (quoted !== undefined && quoted.deletedAt === null) this.#quote(quoted);
    if (interrupted === null || changed === undefined || changed.deletedAt !== null) return;
    this.#beginEditing(changed, interrupted.text);
  }

  focus(): void {
    this.field.focus();
    this.field.setSelectionRange(this.field.value.length, this.field.value.length);
  }

  // What is above the text

  replyTo(message: Message): void {
    this.#stopEditing();
    this.#quote(message);
    this.#keeper.changed();
    this.focus();
  }

  /** A message that wasn't sent is written on, above what stands in the field. */
  async takeBack(text: string, replyTo: string | null): Promise<void> {
    this.#stopEditing();
    this.#put(this.field.value === "" ? text : `${text}\n${this.field.value}`);
    const quoted = replyTo === null ? undefined : await this.client.database.read((transaction) => transaction.message(replyTo));
    if (quoted === undefined || quoted.deletedAt !== null || this.#reply !== null) return;
    this.#quote(quoted);
    this.#keeper.changed();
  }

  #put(text: string): void {
    this.field.value = text;
    this.#changed();
    this.focus();
  }

  #quote(message: Message): void {
    const record = this.client.state.chats.get(this.chatId);
    if (record === undefined) return;
    this.#reply = { message, name: nameOf(this.client, record, message.senderId) };
    this.#drawAbove();
  }

  edit(message: Message): void {
    this.#beginEditing(message, message.text);
    this.focus();
  }

  #beginEditing(message: Message, text: string): void {
    this.#kept = this.#editing === null ? this.field.value : this.#kept;
    this.#editing = message;
    this.#reply = null;
    this.field.value = text;
    this.#drawAbove();
    this.#fit();
  }

  /** Ends the reply or the change. @returns whether there was one. */
  escape(): boolean {
    if (this.#editing !== null) {
      this.#stopEditing();
      return true;
    }
    if (this.#reply === null) return false;
    this.#reply = null;
    this.#drawAbove();
    this.#keeper.changed();
    return true;
  }

  #stopEditing(): void {
    if (this.#editing === null) return;
    this.#editing = null;
    this.field.value = this.#kept;
    this.#drawAbove();
    this.#fit();
    this.#keeper.keep();
    void this.#keeper.store();
  }

  attach(files: File[]): void {
    if (files.length === 0) return;
    this.#files.add(files);
    this.field.focus();
  }

  #drawAbove(): void {
    fill(this.#above);
    this.#showMic();
    const quoted = this.#editing ?? this.#reply?.message;
    if (quoted === undefined) return;
    const title = this.#editing !== null ? t.editing : t.replyingTo(this.#reply?.name ?? "");
    const stop = this.#editing !== null ? t.stopEditing : t.stopReply;
    const end = () => {
      this.escape();
      this.focus();
    };
    this.#above.append(quoteStrip(quoted, title, stop, end));
  }

  // Voice messages

  /** Where something is written, there is nothing to record. */
  #showMic(): void {
    const isEmpty = this.field.value.trim() === "" && this.#files.isEmpty && this.#editing === null;
    // A microphone that is missing for want of https says so when it's pressed.
    // On a phone it takes the place of the microphone.
    this.#more.hidden = this.#editing !== null || (isPhone() && isEmpty);
    this.#mic.hidden = !isEmpty || (!Recorder.isPossible && isSecureContext);
  }

  async #record(): Promise<void> {
    if (!Recorder.isPossible) return toast(t.micNeedsHttps);
    await this.#voice.start();
    this.#line.hidden = !this.#voice.element.hidden;
  }

  #voiceEnded(file: File | null): void {
    this.#line.hidden = false;
    this.field.focus();
    if (file === null) return;
    this.attach([file]);
    void this.#submit();
  }

  #offerMore(): void {
    const chat = this.client.state.chats.get(this.chatId)?.chat;
    const other = chat?.kind === "direct" ? otherMember(chat, this.client.me.id)?.userId ?? null : null;
    const put = (text: string) => this.#put(text);
    menu(this.#more, t.laterOrTemplate, [
      { label: t.sendLater, icon: "clock", do: () => sendLater(this.client, this.chatId, this.field.value, () => put("")) },
      { label: t.templates, icon: "copy", do: () => chooseTemplate(this.client, other, this.field.value, put) },
    ]);
  }

  #pickEmoji(anchor: HTMLElement): void {
    const close = popover(anchor, t.emoji, emojiPicker((emoji) => {
      close();
      this.field.setRangeText(emoji, this.field.selectionStart, this.field.selectionEnd, "end");
      this.#changed();
      this.field.focus();
    }));
  }

  // Writing

  #key(event: KeyboardEvent): void {
    if (event.isComposing || this.#mentions.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !isTouch()) {
      event.preventDefault();
      void this.#submit();
    } else if (event.key === "ArrowUp" && this.field.value === "") {
      event.preventDefault();
      this.onUp();
    } else if (event.key === "Escape" && this.escape()) {
      event.stopPropagation();
    }
  }

  #changed(): void {
    this.#fit();
    this.#showMic();
    this.#isTouched = true;
    this.#keeper.changed();
    if (this.#editing !== null) return;
    if (this.field.value === "") this.#typing.stop();
    else this.#typing.start();
  }

  /** Browsers without `field-sizing` need to be told the height. */
  #fit(): void {
    if (CSS.supports("field-sizing", "content")) return;
    this.field.style.blockSize = "auto";
    this.field.style.blockSize = `${this.field.scrollHeight}px`;
  }

  get #unfinished(): Unfinished {
    const editing = this.#editing;
    const text = this.field.value;
    const replyTo = this.#reply?.message.id ?? null;
    if (editing !== null) return { text: this.#kept, replyTo, editing: { messageId: editing.id, text } };
    return { text, replyTo, editing: null };
  }

  async #submit(): Promise<void> {
    const text = this.field.value;
    const excess = [...text].length - longest;
    if (excess > 0) return toast(t.tooLong(excess));
    if (this.#editing !== null) return this.#submitEdit(this.#editing, text);
    if (text.trim() === "" && this.#files.isEmpty) return;
    this.#isTouched = true;
    const replyTo = this.#reply?.message.id ?? null;
    const files = this.#files.take();
    this.field.value = "";
    this.#reply = null;
    this.#drawAbove();
    this.#fit();
    this.#typing.stop();
    this.field.focus();
    await this.client.send(this.chatId, text.trim() === "" ? "" : text, replyTo, files);
    this.#files.store();
    this.onSend();
    void this.#keeper.store();
  }

  async #submitEdit(message: Message, text: string): Promise<void> {
    if (text.trim() === "") return;
    const isDone = await attempt(async () => text !== message.text && this.client.requests.edit(this.chatId, message.id, text));
    if (isDone) this.#stopEditing();
  }
}
