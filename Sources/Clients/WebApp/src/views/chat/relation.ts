import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { confirm, toast } from "../../dom/overlay";
import { otherMember } from "../../store/model";
import type { Chat } from "../../store/model";
import { t } from "../../text";
import { safeName } from "../../text/safe";
import { attempt } from "../attempt";
import type { Client } from "../view";

/** Of a direct chat: blocking the other person, and ending that a coach and a client work together. */
export class Relation {
  #hasEnded = false;

  constructor(
    private readonly client: Client,
    private readonly chat: Chat,
    private readonly changed: () => void,
  ) {}

  get #other() {
    return this.chat.kind === "direct" ? otherMember(this.chat, this.client.me.id) : undefined;
  }

  get #isContact(): boolean {
    return !this.#hasEnded && this.client.around.contacts.current?.some(({ userId }) => userId === this.#other?.userId) === true;
  }

  deeds(): HTMLElement | null {
    const other = this.#other;
    if (other === undefined) return null;
    const isBlocked = this.client.state.blocked.has(other.userId);
    return el("div.row.wrap", {},
      el("button.b", { type: "button", onclick: () => void setBlocked(this.client, other, !isBlocked) }, icon("shield", "s"), isBlocked ? t.unblockDo : t.blockDo),
      this.#isContact ? el("button.b.d", { type: "button", onclick: () => void this.#end(other) }, t.endRelation) : null);
  }

  async #end(other: Person): Promise<void> {
    const name = safeName(other.displayName);
    if (!(await confirm(t.endRelationTitle(name), t.endRelationText(name), t.endRelation, t.cancel))) return;
    if (!(await attempt(() => this.client.http.json("DELETE", `/v1/contacts/${other.userId}`)))) return;
    this.#hasEnded = true;
    this.client.around.contacts.refresh();
    this.changed();
    toast(t.relationEnded(name));
  }
}

interface Person {
  userId: string;
  displayName: string;
}

/** Blocks after asking, or unblocks at once. */
export async function setBlocked(client: Client, person: Person, isBlocked: boolean): Promise<void> {
  const name = safeName(person.displayName);
  if (isBlocked && !(await confirm(t.blockTitle(name), t.blockText, t.blockDo, t.cancel))) return;
  await attempt(() => client.setBlocked(person.userId, isBlocked));
}
