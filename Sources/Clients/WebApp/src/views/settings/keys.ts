import type { APIKey, KeyScope, KeysResponse, NewKeyResponse } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { confirm, sheet } from "../../dom/overlay";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { date, dateTime } from "../../text/format";
import { safeName } from "../../text/safe";
import { attempt, whyOf } from "../attempt";
import { field } from "../auth/form";
import { block, button, choice, hint, item, secret, select } from "./parts";
import type { Place, Section } from "./parts";

/** What a key may be for. There is no key for administering the server. */
const scopes = ["messages:read", "messages:write", "search", "assistant", "calendar:read", "calendar:write", "profile"] as const;
const daysAhead = [30, 90, 365];

/** Tokens for one's own programs. */
export const keys: Section = async (place) => {
  const { keys } = await place.client.http.get<KeysResponse>("/v1/keys");
  return [
    block(t.apiKeys, keys.length === 0 ? el("div.card", {}, hint(t.noKeys)) : el("ul.box", {}, ...keys.map((key) => row(place, key)))),
    block(t.newKey, making(place)),
  ];
};

function row(place: Place, key: APIKey): HTMLElement {
  const revoke = async () => {
    if (!(await confirm(t.revokeKeyTitle(safeName(key.name)), t.revokeKeyText, t.revoke, t.cancel))) return;
    await attempt(async () => {
      await place.client.http.json("DELETE", `/v1/keys/${key.id}`);
      await place.redraw();
    });
  };
  const used = key.lastUsedAt === null ? t.neverUsed : t.lastUsed(dateTime(key.lastUsedAt));
  const ends = key.expiresAt === null ? t.endsNever : t.endsOn(date(key.expiresAt));
  return item(icon("key"), el("bdi", {}, safeName(key.name)),
    `${key.scopes.map(nameOf).join(", ")} · ${ends} · ${used}`, button(t.revoke, revoke, "d"));
}

function nameOf(scope: KeyScope): string {
  return scope === "admin" ? scope : t.keyScopes[scope];
}

function making(place: Place): HTMLElement {
  const name = field(t.keyName, { type: "text", required: true, maxlength: "60" }, t.keyNameHint);
  const choices = scopes.map((scope) => ({ scope, ...choice(t.keyScopes[scope], false) }));
  const problem = el("p.ban.x", { role: "alert", hidden: true });
  const lasts = [...daysAhead.map((days) => ({ value: String(days), label: t.daysLong(days) })), { value: "", label: t.endsNever }];
  const expiry = select(t.keyLasts, lasts, "90");
  const fail = (text: string) => {
    problem.hidden = text === "";
    fill(problem, text);
  };
  const make = async () => {
    name.fail("");
    fail("");
    const chosen = choices.filter(({ input }) => input.checked).map(({ scope }) => scope);
    if (name.input.value.trim() === "") return name.input.focus();
    if (chosen.length === 0) return fail(t.chooseScope);
    const expiresAt = expiry.input.value === "" ? null : new Date(serverClock.now() + Number(expiry.input.value) * 86_400_000).toISOString();
    try {
      const { key } = await place.client.http.post<NewKeyResponse>("/v1/keys", { name: name.input.value.trim(), scopes: chosen, expiresAt });
      showOnce(key.secret, place);
    } catch (error) {
      fail(whyOf(error));
    }
  };
  return el("form.card.col", { novalidate: true, onsubmit: (event: Event) => {
    event.preventDefault();
    void make();
  } }, name.element, el("fieldset", {}, el("legend", {}, t.keyMay), ...choices.map(({ element }) => element)), expiry.element, problem,
  el("div.row", {}, el("button.b.p", { type: "submit" }, t.makeKey)));
}

/** The server keeps only a hash of it, so it can't be shown again. */
function showOnce(value: string, place: Place): void {
  const element = sheet(t.keyMade, el("p.m", {}, t.keyOnce), secret(value), el("p.sm.m", {}, t.keyUse));
  element.addEventListener("close", () => void place.redraw());
}
