import type { ReceivedContactRequest } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { t } from "../../text";
import { shortWhen } from "../../text/format";
import { safeName } from "../../text/safe";
import { attempt } from "../attempt";
import type { Client } from "../view";

/** Coaches who ask, each to be accepted or declined; whoever is declined isn't told. */
export function requestRows(client: Client, requests: readonly ReceivedContactRequest[]): HTMLElement[] {
  return requests.map((request) => {
    const answer = async (verb: "accept" | "decline") => {
      if (!(await attempt(() => client.http.post(`/v1/contacts/requests/${request.id}/${verb}`)))) return;
      row.remove();
      client.around.requests.refresh();
      client.around.contacts.refresh();
    };
    const row: HTMLElement = el("li", {}, el("div.it", {}, icon("user"),
      el("b.grow", { dir: "auto" }, t.coachAsks(safeName(request.displayName))),
      el("button.b.p", { type: "button", onclick: () => void answer("accept") }, t.agreeOffer),
      el("button.b", { type: "button", onclick: () => void answer("decline") }, t.declineOffer),
      el("span.xs.m", {}, shortWhen(request.at))));
    return row;
  });
}
