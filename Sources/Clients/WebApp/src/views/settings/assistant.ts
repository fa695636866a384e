import type { AssistantModel, AssistantModelsResponse, ModelUsageResponse, ModelUsageTotals, ProfileResponse } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { toast } from "../../dom/overlay";
import { t } from "../../text";
import { dateTime, money, number } from "../../text/format";
import { safeName } from "../../text/safe";
import { whyOf } from "../attempt";
import { block, card, hint, item } from "./parts";
import type { Place, Section } from "./parts";

/** How answers should be, who writes them, and what they have taken. */
export const assistant: Section = async (place) => {
  const { http } = place.client;
  const [{ user }, { models }, usage] = await Promise.all([
    http.get<ProfileResponse>("/v1/me"),
    http.get<AssistantModelsResponse>("/v1/assistant/models"),
    http.get<ModelUsageResponse>("/v1/me/usage"),
  ]);
  return [
    block(t.instructionsTitle, instructions(place, user.customInstructions ?? "")),
    block(t.modelsTitle, el("ul.box", {}, ...models.map(model))),
    block(t.usageTitle, usageOf(usage)),
  ];
};

function instructions({ client }: Place, value: string): HTMLElement {
  const help = el("span.h", { id: "instructions-help", "aria-live": "polite" }, t.instructionsHint);
  const input = el("textarea", { maxlength: "4000", rows: "4", "aria-describedby": help.id, dir: "auto" });
  input.value = value;
  const save = async () => {
    const text = input.value.trim();
    try {
      await client.http.json("PATCH", "/v1/me", { customInstructions: text === "" ? null : text });
      toast(t.saved);
    } catch (error) {
      toast(t.couldNot(whyOf(error)));
    }
  };
  return el("form.card.col", { onsubmit: (event: Event) => {
    event.preventDefault();
    void save();
  } }, el("label.f", {}, el("span", {}, t.instructionsLabel), input, help),
  el("div.row", {}, el("button.b.p", { type: "submit" }, t.save)));
}

function model({ id, isDefault, isExternal }: AssistantModel): HTMLElement {
  const name = id === "built-in" ? t.builtIn.charAt(0).toLocaleUpperCase() + t.builtIn.slice(1) : safeName(id);
  return item(icon(isExternal ? "globe" : "server"), name, isExternal ? t.modelExternal : t.modelHere,
    isDefault ? el("span.tag.a", {}, t.modelDefault) : null);
}

function usageOf({ day, dayEndsAt, month, monthEndsAt, budget, currency }: ModelUsageResponse): HTMLElement {
  const limit = (value: number | null, show: (value: number) => string) => (value === null ? "" : t.ofLimit(show(value)));
  const cost = (value: number) => money(value, currency);
  const tokens = ({ inputTokens, outputTokens }: ModelUsageTotals) => inputTokens + outputTokens;
  const row = (label: string, today: string, all: string) => el("tr", {}, el("th", { scope: "row" }, label), el("td", {}, today), el("td", {}, all));
  const table = el("table", {},
    el("thead", {}, el("tr", {}, el("td"), el("th", { scope: "col" }, t.today), el("th", { scope: "col" }, t.thisMonth))),
    el("tbody", {},
      row(t.usageRequests, number(day.requests) + limit(budget.requestsPerDay, number), number(month.requests) + limit(budget.requestsPerMonth, number)),
      row(t.usageTokens, number(tokens(day)) + limit(budget.tokensPerDay, number), number(tokens(month)) + limit(budget.tokensPerMonth, number)),
      row(t.usageCost, cost(day.cost) + limit(budget.costPerDay, cost), cost(month.cost) + limit(budget.costPerMonth, cost))));
  return card(el("div.scrollx", {}, table), hint(t.usageEnds(dateTime(dayEndsAt), dateTime(monthEndsAt))), hint(t.usageHint));
}
