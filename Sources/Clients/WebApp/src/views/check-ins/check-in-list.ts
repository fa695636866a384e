import type { CheckIn, CheckInsResponse, Contact, CustomMeasuresResponse } from "../../api/types";
import { el } from "../../dom/element";
import { confirm, sheet } from "../../dom/overlay";
import { t } from "../../text";
import { dateTime } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";
import { load } from "../assistant/loaded";
import { attempt } from "../attempt";
import { button } from "../settings/parts";
import type { Client } from "../view";
import { makeCheckIn } from "./check-in-maker";
import { whenInWords } from "./when-fields";

const path = "/v1/check-ins";

interface Known {
  checkIns: CheckIn[];
  clients: Contact[];
  own: string[];
}

/** A trainer's check-ins: what is asked, of whom and when; made, changed, paused and deleted here. */
export function showCheckIns(client: Client): void {
  const list = el("div.col");
  const fetch = async (): Promise<Known> => {
    const [{ checkIns }, { kinds }, clients] = await Promise.all([
      client.http.get<CheckInsResponse>(path), client.http.get<CustomMeasuresResponse>("/v1/measure-kinds"), client.around.contacts.known()]);
    return { checkIns, clients: clients ?? [], own: kinds.filter(({ trainerId }) => trainerId === client.me.id).map(({ name }) => name) };
  };
  const show = (): Promise<void> => load(list, fetch, ({ checkIns, clients, own }) => {
    const edit = (checkIn: CheckIn | null): void => makeCheckIn(client, checkIn, clients, own, () => void show());
    return [
      checkIns.length === 0 ? null : el("ul.box.card0", {}, ...checkIns.map((one) => row(one, clients, () => edit(one)))),
      el("div.row", {}, button(t.checkInNew, () => edit(null), "p")),
    ];
  });
  const row = (checkIn: CheckIn, clients: Contact[], edit: () => void) => {
    const title = oneLine(checkIn.title);
    const one = `${path}/${checkIn.id}`;
    const deed = (label: string, act: () => unknown) => {
      const made = button(label, act);
      made.setAttribute("aria-label", `${label}: ${title}`);
      return made;
    };
    const change = async (method: "PATCH" | "DELETE", body?: unknown) => {
      if (await attempt(() => client.http.json(method, one, body))) await show();
    };
    const remove = async () => {
      if (await confirm(t.checkInDelete(title), t.checkInDeleteText, t.delete, t.keep)) await change("DELETE");
    };
    const [next] = checkIn.recipients.flatMap(({ nextAt }) => nextAt ?? []).sort();
    const failed = checkIn.recipients.filter(({ failure }) => failure !== null).map(({ userId }) => safeName(clients.find((person) => person.userId === userId)?.displayName ?? t.formerClient));
    const said = [whenInWords(checkIn), t.people(checkIn.recipients.length), checkIn.isPaused ? t.checkInPaused : next === undefined ? "" : t.checkInNext(dateTime(next))];
    return el("li.it", {}, el("div.col.grow", {},
      el("div", {}, el("b", { dir: "auto" }, title), el("br"), el("span.sm.m", {}, said.filter((part) => part !== "").join(" · "))),
      failed.length === 0 ? null : el("p.doubt", { dir: "auto" }, t.notSentTo(failed.join(", "))),
      el("div.row.wrap", {}, deed(t.edit, edit),
        deed(checkIn.isPaused ? t.checkInResume : t.pause, () => change("PATCH", { isPaused: !checkIn.isPaused })), deed(t.delete, remove))));
  };
  sheet(t.checkIns, el("p.sm.m", {}, t.checkInsText), list);
  void show();
}
