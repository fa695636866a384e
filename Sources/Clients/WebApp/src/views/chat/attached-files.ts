import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { attachment } from "../../store/model";
import type { Attachment } from "../../store/model";
import { t } from "../../text";
import { fileSize } from "../../text/format";
import { safeName } from "../../text/safe";
import type { Client } from "../view";

/** The files of a message that isn't sent yet. They're stored as they're chosen, so that they outlive the page. */
export class AttachedFiles {
  readonly element = el("ul.files", { hidden: true });
  #files: Attachment[] = [];

  constructor(
    private readonly client: Client,
    private readonly chatId: string,
    private readonly onChange: () => void,
  ) {
    void client.writing.attached(chatId).then((stored) => this.#set([...stored, ...this.#files]));
  }

  get isEmpty(): boolean {
    return this.#files.length === 0;
  }

  add(files: readonly File[]): void {
    this.#set([...this.#files, ...files.map(attachment)]);
    this.store();
  }

  /** Gives the files away, to be sent. They stay stored until that's done. */
  take(): Attachment[] {
    const taken = this.#files;
    this.#set([]);
    return taken;
  }

  /** Stores what is attached now. */
  store(): void {
    void this.client.writing.setAttached(this.chatId, this.#files);
  }

  #set(files: Attachment[]): void {
    this.#files = files;
    this.element.hidden = files.length === 0;
    fill(this.element, ...files.map((file) => this.#row(file)));
    this.onChange();
  }

  /** A photo is seen before it's sent. Its address is given up as soon as it's drawn. */
  #preview(file: Attachment): Node {
    if (!/^image\/(png|jpeg|gif|webp|avif)$/.test(file.type)) return icon("file", "s");
    const url = URL.createObjectURL(file.file);
    const done = () => URL.revokeObjectURL(url);
    return el("img.thumb", { src: url, alt: "", onload: done, onerror: done });
  }

  #row(file: Attachment): HTMLElement {
    const remove = () => {
      this.#set(this.#files.filter((one) => one !== file));
      this.store();
    };
    const name = safeName(file.fileName);
    return el("li", {}, this.#preview(file), el("bdi.cut", {}, name), el("span.m.xs", {}, fileSize(file.size)),
      el("button.ib", { type: "button", "aria-label": t.removeFile(name), onclick: remove }, icon("x", "s")));
  }
}
