import { el, fill } from "../../dom/element";
import { announce } from "../../dom/overlay";
import type { Member } from "../../store/model";
import { t } from "../../text";
import { folded, safeName } from "../../text/safe";
import { avatar } from "../avatar";
import type { Client } from "../view";

const most = 8;

/**
 * Completes `@na` in a text field by the members of the chat. The field keeps the focus; the list below it is a listbox,
 * whose active option the field names.
 */
export class MentionList {
  readonly element = el("ul.mentions", { id: "mentions", role: "listbox", "aria-label": t.mentionSomebody, hidden: true });
  #people: Member[] = [];
  #active = 0;
  /** Where the `@` stands that is being completed, or was left alone by Esc. */
  #start = -1;
  #dismissed = -1;

  constructor(
    private readonly client: Client,
    private readonly field: HTMLTextAreaElement,
    private readonly members: () => readonly Member[],
    private readonly onInsert: () => void,
  ) {
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", this.element.id);
    for (const type of ["input", "click", "keyup"]) field.addEventListener(type, () => this.#update());
    field.addEventListener("blur", () => this.close());
  }

  /** @returns whether the key was for the list. */
  key(event: KeyboardEvent): boolean {
    if (this.element.hidden) return false;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        this.#activate((this.#active + (event.key === "ArrowDown" ? 1 : -1) + this.#people.length) % this.#people.length);
        break;
      case "Enter":
      case "Tab":
        this.#insert(this.#people[this.#active]);
        break;
      case "Escape":
        this.#dismissed = this.#start;
        this.close();
        event.stopPropagation();
        break;
      default:
        return false;
    }
    event.preventDefault();
    return true;
  }

  #update(): void {
    const query = this.#query();
    if (query === null || this.#start === this.#dismissed) return this.close();
    const wanted = folded(query);
    const found = this.members()
      .filter(({ userId, displayName }) => userId !== this.client.me.id && isMatch(folded(displayName), wanted))
      .slice(0, most);
    // A whole name that is written needs no help.
    if (found.length === 0 || (found.length === 1 && folded(found[0]?.displayName ?? "") === wanted.trimEnd())) return this.close();
    if (found.map(({ userId }) => userId).join() === this.#people.map(({ userId }) => userId).join()) return;
    this.#people = found;
    this.#draw();
  }

  /** What stands between an `@` at the start of a word and the cursor. */
  #query(): string | null {
    const end = this.field.selectionStart;
    if (end !== this.field.selectionEnd) return null;
    const before = this.field.value.slice(0, end);
    const start = before.lastIndexOf("@");
    const query = before.slice(start + 1);
    if (start !== this.#start) this.#dismissed = -1;
    this.#start = start;
    if (start < 0 || /[\p{L}\p{N}_.]/u.test(before[start - 1] ?? "")) return null;
    return query.length > 50 || query.includes("\n") ? null : query;
  }

  #draw(): void {
    fill(this.element, ...this.#people.map((member, index) => el(
      "li.row",
      { id: `mention-${index}`, role: "option", onpointerdown: (event: Event) => {
        // The field must not lose the focus.
        event.preventDefault();
        this.#insert(member);
      } },
      avatar(this.client, { id: member.userId, name: member.displayName, photo: member.photoMediaId, size: "x" }),
      el("bdi.cut", {}, safeName(member.displayName)),
    )));
    this.element.hidden = false;
    this.#activate(0);
    announce(t.mentionCount(this.#people.length));
  }

  #activate(index: number): void {
    this.#active = index;
    [...this.element.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === index)));
    this.element.children[index]?.scrollIntoView({ block: "nearest" });
    this.field.setAttribute("aria-activedescendant", `mention-${index}`);
  }

  #insert(member: Member | undefined): void {
    if (member === undefined) return;
    this.field.setRangeText(`@${member.displayName} `, this.#start, this.field.selectionStart, "end");
    this.close();
    this.onInsert();
  }

  close(): void {
    this.#people = [];
    this.element.hidden = true;
    this.field.removeAttribute("aria-activedescendant");
  }
}

/** A name fits by its beginning or by that of one of its words. */
function isMatch(name: string, wanted: string): boolean {
  return name.startsWith(wanted) || name.split(/\s+/).some((word) => wanted !== "" && word.startsWith(wanted));
}
