import type { NewSubscription, SubscriptionKind, SubscriptionResponse } from "../../api/types";
import { el, fill } from "../../dom/element";
import { sheet } from "../../dom/overlay";
import { t } from "../../text";
import { whyOf } from "../attempt";
import { field } from "../auth/form";
import type { Field } from "../auth/form";
import { card, choice, hint, secret, select } from "./parts";
import type { Place } from "./parts";

type Channel = Exclude<SubscriptionKind, "webpush">;

const shown: readonly Channel[] = ["ntfy", "webhook", "mail"];

/** Ways of being told besides browsers, as far as this server is set up for them. */
export function otherWays(place: Place, kinds: readonly SubscriptionKind[]): HTMLElement {
  const offered = shown.filter((kind) => kinds.includes(kind));
  const [first] = offered;
  return first === undefined ? card(hint(t.noChannels)) : adding(place, offered, first);
}

function adding(place: Place, offered: readonly Channel[], first: Channel): HTMLElement {
  const kind = select(t.channel, offered.map((value) => ({ value, label: t.subscriptionKinds[value] })), first);
  const topic = field(t.ntfyTopic, { type: "text", required: true, maxlength: "64", autocomplete: "off", dir: "ltr", value: newTopic() }, t.ntfyTopicHint);
  const url = field(t.webhookUrl, { type: "url", required: true, maxlength: "2000", autocomplete: "off", dir: "ltr", placeholder: "https://" }, t.webhookUrlHint);
  const showsText = choice(t.showText, false);
  const about = el("p.m.sm");
  const problem = el("p.ban.x", { role: "alert", hidden: true });
  const needs: { [kind in Channel]: Field[] } = { ntfy: [topic], webhook: [url], mail: [] };
  const chosen = () => kind.input.value as Channel;
  const arrange = () => {
    for (const [name, fields] of Object.entries(needs)) for (const one of fields) one.element.hidden = name !== chosen();
    // Anybody may read a mail's way, and its address isn't confirmed: the server never puts text there.
    showsText.element.hidden = chosen() === "mail";
    fill(about, t.channelTexts[chosen()]);
    problem.hidden = true;
  };
  kind.input.addEventListener("change", arrange);
  arrange();
  const add = async () => {
    const fields = needs[chosen()];
    for (const one of fields) one.fail("");
    const missing = fields.find(({ input }) => input.value.trim() === "");
    if (missing !== undefined) {
      missing.fail(t.fillIn);
      return missing.input.focus();
    }
    const body: NewSubscription = {
      kind: chosen(),
      ...(chosen() === "ntfy" ? { topic: topic.input.value.trim() } : {}),
      ...(chosen() === "webhook" ? { url: url.input.value.trim() } : {}),
      ...(chosen() === "mail" ? {} : { preview: showsText.input.checked }),
    };
    try {
      const made = await place.client.http.post<SubscriptionResponse>("/v1/me/notifications", body);
      if (made.secret !== undefined) return showOnce(made.secret, place);
      await place.redraw();
    } catch (error) {
      const [where] = fields;
      if (where === undefined) {
        fill(problem, whyOf(error));
        problem.hidden = false;
      } else {
        where.fail(whyOf(error));
        where.input.focus();
      }
    }
  };
  return el("form.card.col", { "aria-label": t.otherWays, novalidate: true, onsubmit: (event: Event) => {
    event.preventDefault();
    void add();
  } }, kind.element, about, topic.element, url.element, showsText.element, problem, hint(t.channelEnds),
  el("div.row", {}, el("button.b.p", { type: "submit" }, t.addChannel)));
}

/** Whoever knows a topic can read it, so it's nothing that can be guessed. */
function newTopic(): string {
  return `spotter-${[...crypto.getRandomValues(new Uint8Array(10))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** The key that a webhook's signatures are checked by. The server doesn't tell it again. */
function showOnce(value: string, place: Place): void {
  const element = sheet(t.webhookMade, el("p.m", {}, t.webhookOnce), secret(value));
  element.addEventListener("close", () => void place.redraw());
}
