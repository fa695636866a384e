import type { CalendarFeedResponse } from "../../api/types";
import { copyText } from "../../dom/clipboard";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { confirm, sheet, toast } from "../../dom/overlay";
import { t } from "../../text";
import { absolute } from "../../text/safe";
import { load } from "../assistant/loaded";
import { whyOf } from "../attempt";
import type { Client } from "../view";

/** The address at which other calendars subscribe, and the way to end it. */
export function showFeed(client: Client): void {
  const place = el("div.col");
  const show = () => load(place, () => client.http.get<CalendarFeedResponse>("/v1/calendar/feed"), ({ url }) => link(absolute(url)));
  const link = (url: string) => [
    el("p", {}, el("code.addr", { "data-feed": "" }, url)),
    el("div.row.wrap", {},
      el("button.b.p", { type: "button", onclick: () => void copyText(url) }, icon("copy", "s"), t.copyLink),
      el("button.b.d", { type: "button", onclick: () => void revoke() }, t.revokeLink)),
  ];
  const revoke = async () => {
    if (!(await confirm(t.revokeTitle, t.revokeText, t.revokeLink, t.keep))) return;
    try {
      await client.http.json("DELETE", "/v1/calendar/feed");
      fill(place, el("p", { role: "status" }, t.linkRevoked), el("button.b", { type: "button", onclick: () => {
        fill(place);
        void show();
      } }, t.newLink));
    } catch (error) {
      toast(t.couldNot(whyOf(error)));
    }
  };
  sheet(t.calendarLink, el("p.m", {}, t.calendarLinkText), place);
  void show();
}
