import type { Message } from "../../api/types";
import { append, el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { popover, toast } from "../../dom/overlay";
import type { Attachment } from "../../store/model";
import { newId } from "../../store/timing";
import { t } from "../../text";
import { fileSize } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";
import { isTouch } from "../view";
import type { Client, View } from "../view";
import { emojiPicker } from "./emoji";
import { MentionList } from "./mention-list";
import { Recorder } from "./voice/recorder";
import { VoiceBar } from "./voice/voice-bar";

const longest = 10_000;

/** Where a message is written: text, files, a quote; also where an own message is changed. */
export class Composer implements View {
  readonly element: HTMLFormElement;
  readonly field: HTMLTextAreaElement;
  private readonly above = el("div");
  private readonly mentions: MentionList;
  private readonly line: HTMLElement;
  private readonly mic: HTMLElement;
  private readonly voice = new VoiceBar((file) => this.voiceEnded(file));
  private files: Attachment[] = [];
  private reply: { message: Message; name: string } | null = null;
  private editing: Message | null = null;
  private kept = "";
  private typingUntil = 0;
  private draftTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: Client,
    private readonly chatId: string,
    name: string,
    private readonly onSend: () => void,
    private readonly onUp: () => void,
  ) {
    const label = t.messageTo(name);
    this.field = el("textarea", { rows: "1", placeholder: label, dir: "auto", "aria-label": label, enterkeyhint: isTouch() ? "enter" : "send" });
    const members = () => client.state.chats.get(chatId)?.chat.members ?? [];
    this.mentions = new MentionList(client, this.field, members, () => this.changed());
    const input = el("input", { type: "file", multiple: true, hidden: true, "aria-label": t.attach });
    input.addEventListener("change", () => {
      this.attach([...(input.files ?? [])]);
      input.value = "";
    });
    const emoji: HTMLElement = el(
      "button.ib.only-d",
      { type: "button", "aria-label": t.emoji, title: t.emoji, onclick: () => this.pickEmoji(emoji) },
      icon("smile"),
    );
    this.mic = el("button.ib", { type: "button", "aria-label": t.recordVoice, title: t.recordVoice, onclick: () => void this.record() }, icon("mic"));
    this.line = el(
      "div.in",
      {},
      el("button.ib", { type: "button", "aria-label": t.attach, title: t.attach, onclick: () => input.click() }, icon("clip")),
      input,
      this.field,
      emoji,
      this.mic,
      el("button.ib.p", { type: "submit", "aria-label": t.send, title: t.send }, icon("send")),
    );
    this.element = el(
      "form.cmp",
      { "aria-label": label, onsubmit: (event: Event) => {
        event.preventDefault();
        void this.submit();
      } },
      this.mentions.element,
      this.above,
      this.line,
      this.voice.element,
    );
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("input", () => this.changed());
    this.field.addEventListener("paste", (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      this.attach(files);
    });
    this.field.value = client.local.draft(chatId)?.text ?? "";
    this.fit();
    this.showMic();
  }

  close(): void {
    this.voice.close();
    clearTimeout(this.draftTimer);
    this.storeDraft();
    this.stopTyping();
  }

  focus(): void {
    this.field.focus();
    this.field.setSelectionRange(this.field.value.length, this.field.value.length);
  }

  // What is above the text

  replyTo(message: Message, name: string): void {
    this.stopEditing();
    this.reply = { message, name };
    this.drawAbove();
    this.focus();
  }

  edit(message: Message): void {
    this.kept = this.editing === null ? this.field.value : this.kept;
    this.editing = message;
    this.reply = null;
    this.field.value = message.text;
    this.drawAbove();
    this.fit();
    this.focus();
  }

  /** Ends the reply or the change. @returns whether there was one. */
  escape(): boolean {
    if (this.editing !== null) {
      this.stopEditing();
      return true;
    }
    if (this.reply === null) return false;
    this.reply = null;
    this.drawAbove();
    return true;
  }

  private stopEditing(): void {
    if (this.editing === null) return;
    this.editing = null;
    this.field.value = this.kept;
    this.drawAbove();
    this.fit();
  }

  attach(files: File[]): void {
    for (const file of files) {
      this.files.push({
        clientMediaId: newId(),
        fileName: file.name || "file",
        size: file.size,
        type: file.type,
        file,
        mediaId: null,
      });
    }
    this.drawAbove();
    if (files.length > 0) this.field.focus();
  }

  private drawAbove(): void {
    fill(this.above);
    this.showMic();
    const quoted = this.editing ?? this.reply?.message;
    if (quoted !== undefined) {
      const title = this.editing !== null ? t.editing : t.replyingTo(this.reply?.name ?? "");
      const stop = this.editing !== null ? t.stopEditing : t.stopReply;
      const end = () => {
        this.escape();
        this.focus();
      };
      this.above.append(
        el("div.rp", {},
          el("div.qt", {}, el("b", { dir: "auto" }, title), el("span.cut", { dir: "auto" }, oneLine(quoted.text) || t.file)),
          el("button.ib", { type: "button", "aria-label": stop, title: stop, onclick: end }, icon("x"))),
      );
    }
    if (this.files.length === 0) return;
    append(this.above, [el("ul.files", {}, ...this.files.map((file) => {
      const remove = () => {
        this.files = this.files.filter((one) => one !== file);
        this.drawAbove();
      };
      const name = safeName(file.fileName);
      return el("li", {}, icon("file", "s"), el("bdi.cut", {}, name), el("span.m.xs", {}, fileSize(file.size)),
        el("button.ib", { type: "button", "aria-label": t.removeFile(name), onclick: remove }, icon("x", "s")));
    }))]);
  }

  // Voice messages

  /** Where something is written, there is nothing to record. */
  private showMic(): void {
    const isEmpty = this.field.value.trim() === "" && this.files.length === 0 && this.editing === null;
    this.mic.hidden = !Recorder.isPossible || !isEmpty;
  }

  private async record(): Promise<void> {
    await this.voice.start();
    this.line.hidden = !this.voice.element.hidden;
  }

  private voiceEnded(file: File | null): void {
    this.line.hidden = false;
    this.field.focus();
    if (file === null) return;
    this.attach([file]);
    void this.submit();
  }

  private pickEmoji(anchor: HTMLElement): void {
    const close = popover(anchor, t.emoji, emojiPicker((emoji) => {
      close();
      this.field.setRangeText(emoji, this.field.selectionStart, this.field.selectionEnd, "end");
      this.changed();
      this.field.focus();
    }));
  }

  // Writing

  private key(event: KeyboardEvent): void {
    if (event.isComposing || this.mentions.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !isTouch()) {
      event.preventDefault();
      void this.submit();
    } else if (event.key === "ArrowUp" && this.field.value === "") {
      event.preventDefault();
      this.onUp();
    } else if (event.key === "Escape" && this.escape()) {
      event.stopPropagation();
    }
  }

  private changed(): void {
    this.fit();
    this.showMic();
    if (this.editing !== null) return;
    const now = Date.now();
    if (this.field.value === "") this.stopTyping();
    else if (now > this.typingUntil) {
      this.typingUntil = now + 3000;
      this.client.setTyping(this.chatId, true);
    }
    clearTimeout(this.draftTimer);
    this.draftTimer = setTimeout(() => this.storeDraft(), 800);
  }

  /** Browsers without `field-sizing` need to be told the height. */
  private fit(): void {
    if (CSS.supports("field-sizing", "content")) return;
    this.field.style.blockSize = "auto";
    this.field.style.blockSize = `${this.field.scrollHeight}px`;
  }

  private stopTyping(): void {
    if (this.typingUntil <= Date.now()) return;
    this.typingUntil = 0;
    this.client.setTyping(this.chatId, false);
  }

  private storeDraft(): void {
    if (this.editing !== null || this.client.session.current === null) return;
    if (!this.client.state.chats.has(this.chatId)) return;
    void this.client.setDraft(this.chatId, this.field.value, this.reply?.message.id ?? null);
  }

  private async submit(): Promise<void> {
    const text = this.field.value;
    const excess = [...text].length - longest;
    if (excess > 0) return toast(t.tooLong(excess));
    if (this.editing !== null) return this.submitEdit(this.editing, text);
    if (text.trim() === "" && this.files.length === 0) return;
    const replyTo = this.reply?.message.id ?? null;
    const files = this.files;
    this.field.value = "";
    this.files = [];
    this.reply = null;
    this.drawAbove();
    this.fit();
    this.stopTyping();
    clearTimeout(this.draftTimer);
    this.field.focus();
    await this.client.send(this.chatId, text.trim() === "" ? "" : text, replyTo, files);
    this.onSend();
    void this.client.setDraft(this.chatId, this.field.value, null);
  }

  private async submitEdit(message: Message, text: string): Promise<void> {
    if (text.trim() === "") return;
    try {
      if (text !== message.text) await this.client.requests.edit(this.chatId, message.id, text);
      this.stopEditing();
    } catch (error) {
      toast(t.couldNot(error instanceof Error ? error.message : ""));
    }
  }
}
