import type { CalendarPush, CalendarPushResponse, SetCalendarPushRequest } from "../../api/types";
import type { ApiError } from "../../api/errors";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { confirm } from "../../dom/overlay";
import { t } from "../../text";
import { dateTime } from "../../text/format";
import { oneLine } from "../../text/safe";
import { attempt, whyOf } from "../attempt";
import { field, form } from "../auth/form";
import type { Field } from "../auth/form";
import { block, button, card, hint, item } from "./parts";
import type { Place, Section } from "./parts";

const path = "/v1/calendar/push";

/** Where one's calendar is copied to as it changes: a calendar of another server, of those that the operator allows. */
export const calendarPush: Section = async (place) => {
  const { push, servers, google } = await place.client.http.get<CalendarPushResponse>(path);
  return [block(t.pushTitle,
    push === null ? null : el("ul.box", {}, state(place, push)),
    google ? card(hint(t.pushGoogle)) : null,
    servers.length > 0 ? card(hint(t.pushText), setup(place, push, servers)) : google ? null : card(hint(t.pushNowhere)))];
};

/** How it goes, and the way to end it. */
function state({ client, redraw }: Place, push: CalendarPush): HTMLElement {
  const end = async () => {
    if (!(await confirm(t.pushEnd, t.pushEndText, t.pushEnd, t.keep))) return;
    await attempt(async () => {
      await client.http.json("DELETE", path);
      await redraw();
    });
  };
  const isGoogle = push.kind === "google";
  const said = [isGoogle && push.state === "stopped" ? t.pushGoogleStopped : t.pushStates[push.state], t.pushCopied(push.copied, push.refused)];
  if (push.retryAt !== null) said.push(t.pushRetry(dateTime(push.retryAt)));
  const row = item(icon("cal"), el("bdi", {}, isGoogle ? `Google: ${oneLine(push.username)}` : push.url), said.join(" "), button(t.pushEnd, end, "d"));
  if (push.error !== null) row.querySelector(".grow")?.append(el("p.doubt", { dir: "auto" }, oneLine(push.error, 300)));
  return row;
}

function setup({ client, redraw }: Place, current: CalendarPush | null, servers: readonly string[]): HTMLElement {
  const push = current?.kind === "google" ? null : current;
  const plain = { required: true, maxlength: "500", autocomplete: "off", dir: "ltr" };
  const url = field(t.webhookUrl, { ...plain, type: "url", maxlength: "2000", placeholder: "https://", value: push?.url ?? "" }, t.pushServers(servers.join(", ")));
  const name = field(t.pushUser, { ...plain, type: "text", value: push?.username ?? "" });
  const password = field(t.pushPassword, { ...plain, type: "password", autocomplete: "new-password" }, t.pushPasswordHint);
  const send = async () => {
    const body: SetCalendarPushRequest = { url: url.input.value.trim(), username: name.input.value.trim(), password: password.input.value };
    await client.http.json("PUT", path, body);
    await redraw();
  };
  // The server's words tell what the other one has refused.
  const explain = (error: ApiError): [Field | null, string] =>
    error.code === "invalid_request" ? [/password|user ?name/i.test(error.message) ? password : url, whyOf(error)] : [null, whyOf(error)];
  return form(t.pushTitle, t.pushDo, [url, name, password], send, explain);
}
