import type { Proposal } from "../../api/types";
import { el, fill } from "../../dom/element";
import { t } from "../../text";
import { proposalCard } from "../assistant/proposal";
import type { Client } from "../view";

/** Below a chat's header: what is to become of sessions with the other person, as soon as the coach confirms it. */
export class Wishes {
  readonly element = el("section.wishes.col", { "aria-label": t.proposals, hidden: true });
  #shown = "";

  constructor(private readonly client: Client, private readonly personId: string) {}

  draw(): void {
    // What somebody is just doing in a card stays, and what came of it.
    if (this.client.me.role !== "trainer" || this.element.contains(document.activeElement)) return;
    const waiting = (this.client.around.proposals.current ?? []).filter((one) => aboutSessionWith(one, this.personId));
    const state = waiting.map(({ id, version }) => `${id} ${version}`).join();
    if (state === this.#shown) return;
    this.#shown = state;
    this.element.hidden = waiting.length === 0;
    fill(this.element, ...waiting.map((one) => proposalCard(this.client, one)));
  }
}

function aboutSessionWith(proposal: Proposal, personId: string): boolean {
  return (proposal.tool === "rescheduleEvent" || proposal.tool === "cancelEvent") && proposal.arguments.shown?.clientId === personId;
}
