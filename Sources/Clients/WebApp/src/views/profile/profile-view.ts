import type { ClientProfileResponse, Message, ProfileItem, ProfileItemCategory } from "../../api/types";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { icon } from "../../dom/icons";
import { announce, confirm, toast } from "../../dom/overlay";
import { t } from "../../text";
import { dateTime, shortWhen } from "../../text/format";
import { oneLine } from "../../text/safe";
import { load } from "../assistant/loaded";
import { whyOf } from "../attempt";
import type { Client } from "../view";
import { itemForm } from "./item-form";

const categories: ProfileItemCategory[] = ["injuries", "goals", "preferences", "equipment", "travel", "stressFactors"];

/** What a client has said about themselves, each with the messages it's from, to be corrected by hand. */
export class ProfileView {
  readonly element = el("div.col.profile");
  readonly #body = el("div.col");

  constructor(
    private readonly client: Client,
    private readonly chatId: string,
    /** The route of the profile, below which its items are. */
    private readonly base: string,
    private readonly fetch: () => Promise<ClientProfileResponse>,
    /** Called with what the client wants, each time that it's known anew. */
    private readonly showGoals: (goals: string[]) => void,
  ) {
    fill(this.element, this.#body);
    void this.#load();
  }

  get #isTrainer(): boolean {
    return this.client.me.role === "trainer";
  }

  #load(): Promise<void> {
    return load(this.#body, this.fetch, (profile) => this.#draw(profile));
  }

  #draw({ items, reviewedAt }: ClientProfileResponse): Child[] {
    this.showGoals(items.filter((item) => item.category === "goals" && holds(item)).map(({ text }) => text));
    const sections = categories.flatMap((category) => {
      const own = items.filter((item) => item.category === category);
      // What holds comes before what is over.
      const sorted = [...own.filter(holds), ...own.filter((item) => !holds(item))];
      return own.length === 0 ? [] : [el("section.blk", {}, el("header", {}, el("h3", {}, t.categories[category])),
        el("ul.box", {}, ...sorted.map((item) => this.#item(item))))];
    });
    const adder: HTMLElement = el("div", {}, el("button.b", { type: "button", onclick: () => this.#add(adder) }, icon("plus", "s"), t.writeDown));
    return [
      el("p.sm.m", {}, this.#isTrainer ? t.profileText : t.ownProfileText),
      ...sections,
      items.length === 0 ? el("p.m", {}, t.profileEmpty) : null,
      adder,
      this.#isTrainer ? this.#tools(reviewedAt) : null,
    ];
  }

  #tools(reviewedAt: string | null): HTMLElement {
    const review = () => this.#attempt(() => this.client.http.post(`${this.base}/review`), t.reviewed);
    const rebuild = () => this.#attempt(() => this.client.http.post(`${this.base}/rebuild`), t.rebuilding);
    return el("div.col", {},
      el("div.row.wrap", {},
        el("button.b.q", { type: "button", onclick: () => void review() }, icon("check", "s"), t.review),
        el("button.b.q", { type: "button", onclick: () => void rebuild() }, icon("redo", "s"), t.rebuild)),
      el("p.xs.m", {}, reviewedAt === null ? t.neverReviewed : t.reviewedAt(dateTime(reviewedAt))));
  }

  #item(item: ProfileItem): HTMLElement {
    const element = el(holds(item) ? "li.fact" : "li.fact.gone");
    const isSure = item.createdBy === "manual" || item.confidence >= 0.7;
    const sources = el("div.src");
    fill(element,
      el("div.row", {}, el("span.grow.tx", { dir: "auto" }, item.text),
        this.#tool(t.edit, "edit", () => this.#edit(element, item)), this.#tool(t.removeFact, "trash", () => void this.#remove(item))),
      el("p.xs.m", {}, [stateOf(item), isSure ? "" : t.notSure, item.editedAt === null ? "" : t.corrected(shortWhen(item.editedAt))].filter((part) => part !== "").join(" · ")),
      sources);
    void this.#drawSources(sources, item);
    return element;
  }

  #tool(label: string, sign: "edit" | "trash", act: () => void): HTMLElement {
    return el("button.ib", { type: "button", "aria-label": label, title: label, onclick: act }, icon(sign, "s"));
  }

  async #drawSources(place: HTMLElement, item: ProfileItem): Promise<void> {
    if (item.sources.length === 0) return fill(place, el("p.xs.m", {}, t.writtenByHand));
    const messages = await Promise.all(item.sources.slice(0, 5).map(({ messageId }) => this.#message(messageId)));
    fill(place, ...messages.flatMap((message) => (message === null ? [] : [
      el("a", { href: `/chats/${this.chatId}/messages/${message.id}` }, el("span.cut2", { dir: "auto" }, oneLine(message.text)),
        el("span.m.xs", {}, shortWhen(message.createdAt)))])));
  }

  async #message(id: string): Promise<Message | null> {
    const known = await this.client.database.read((transaction) => transaction.message(id));
    if (known !== undefined) return known;
    const path = `/v1/chats/${this.chatId}/messages/${id}`;
    return (await this.client.http.get<{ message: Message }>(path).catch(() => null))?.message ?? null;
  }

  #add(place: HTMLElement): void {
    const form = itemForm(null, (body) => this.client.http.post(`${this.base}/items`, body), () => void this.#saved(), () => void this.#load());
    fill(place, form);
    form.querySelector<HTMLElement>("textarea")?.focus();
  }

  #edit(place: HTMLElement, item: ProfileItem): void {
    const form = itemForm(item, (body) => this.client.http.json("PATCH", `${this.base}/items/${item.id}`, body), () => void this.#saved(), () => void this.#load());
    fill(place, form);
    form.querySelector<HTMLElement>("textarea")?.focus();
  }

  async #remove(item: ProfileItem): Promise<void> {
    if (!(await confirm(t.removeFactTitle, t.removeFactText, t.removeFact, t.keep))) return;
    await this.#attempt(() => this.client.http.json("DELETE", `${this.base}/items/${item.id}`), t.removed);
  }

  async #saved(): Promise<void> {
    announce(t.saved);
    await this.#load();
  }

  async #attempt(body: () => Promise<unknown>, said: string): Promise<void> {
    try {
      await body();
      toast(said);
      await this.#load();
    } catch (error) {
      toast(t.couldNot(whyOf(error)));
    }
  }
}

function holds(item: ProfileItem): boolean {
  return item.status === "current";
}

function stateOf(item: ProfileItem): string {
  const since = item.validFrom === null ? "" : shortWhen(item.validFrom);
  const until = item.validTo === null ? "" : shortWhen(item.validTo);
  if (item.status === "superseded") return t.factReplaced(until);
  return item.status === "resolved" ? t.factOver(until) : t.factHolds(since);
}
