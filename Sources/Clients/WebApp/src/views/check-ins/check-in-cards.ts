import type { AskedCheckIn, AskedCheckInsResponse, Message } from "../../api/types";
import { Newest } from "../../api/newest";
import { el, fill } from "../../dom/element";
import { keepingFocus } from "../../dom/focus";
import { icon } from "../../dom/icons";
import { announce, sheet } from "../../dom/overlay";
import { whenReleased } from "../../dom/press";
import type { ServerFrame } from "../../store/model";
import { t } from "../../text";
import { oneLine } from "../../text/safe";
import type { Client } from "../view";
import { openQuestions } from "./asked";
import { checkInForm } from "./check-in-form";
import { field } from "./fields";
import type { Field } from "./fields";

/** Below a chat's header: what the client is asked, to be answered by tapping; hidden while nothing is open. */
export class CheckInCards {
  readonly element = el("section.wishes.col", { "aria-label": t.checkIns, hidden: true });
  readonly #newest = new Newest();
  /** What was filled in stays while its sheet is closed, also when another question was answered in the chat meanwhile. */
  readonly #fields = new Map<string, Field>();
  #shown = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param answered called when answers were sent, to say where the reader is then. */
  constructor(private readonly client: Client, private readonly chatId: string, private readonly answered: () => void) {
    void this.refresh();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** A message may ask, and one's own may answer: the server reads those within some seconds. */
  heard(frame: ServerFrame): void {
    if (frame.chatId !== this.chatId || !frame.type.startsWith("message.")) return;
    const isOwn = (frame.message as Message | undefined)?.senderId === this.client.me.id;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.refresh(), isOwn ? 3000 : 300);
  }

  async refresh(): Promise<void> {
    const path = `/v1/check-ins/asked?state=open&limit=5&chatId=${this.chatId}`;
    // Without the network nothing can be answered by a form; the message that asks is there.
    const answer = await this.#newest.ask(() => this.client.http.get<AskedCheckInsResponse>(path)).catch(() => null);
    if (answer !== null) whenReleased(() => this.#draw(answer.asked));
  }

  #draw(asked: AskedCheckIn[]): void {
    const state = asked.map(stateOf).join();
    if (state === this.#shown) return;
    this.#shown = state;
    this.element.hidden = asked.length === 0;
    keepingFocus(this.element, () => fill(this.element, ...asked.map((one) => this.#card(one))));
  }

  #card(asked: AskedCheckIn): HTMLElement {
    const title = oneLine(asked.title);
    return el("div.prop", { role: "group", "aria-label": title },
      el("header", {}, icon("check"), el("b.grow.cut", { dir: "auto" }, title), el("span.tag.a", {}, t.checkInOpen(openQuestions(asked).length)),
        el("button.b.p", { type: "button", "aria-label": t.checkInAnswerThat(title), onclick: () => this.#open(asked) }, t.checkInAnswer)));
  }

  #open(asked: AskedCheckIn): void {
    const fields = openQuestions(asked).map(({ number, question }) => {
      const key = `${asked.id} ${number}`;
      const known = this.#fields.get(key) ?? field(this.client, question, number);
      this.#fields.set(key, known);
      return known;
    });
    const sent = () => {
      dialog.close();
      announce(t.checkInSent);
      this.answered();
      void this.refresh();
    };
    const dialog: HTMLDialogElement = sheet(oneLine(asked.title), checkInForm(this.client, asked, fields, sent, () => dialog.close()));
  }
}

/** Another one as soon as a question was answered in the chat. */
function stateOf(asked: AskedCheckIn): string {
  return [asked.id, ...openQuestions(asked).map(({ number }) => number)].join(" ");
}
