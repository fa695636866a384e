import type { Prospect, ProspectsResponse } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { confirm, sheet, toast } from "../../dom/overlay";
import { t } from "../../text";
import { safeName } from "../../text/safe";
import { load } from "../assistant/loaded";
import { attempt } from "../attempt";
import { field } from "../auth/form";
import type { Client } from "../view";

const path = "/v1/prospects";

/** People who may become clients: they can be in the calendar before they have an account. */
export function showProspects(client: Client): void {
  const list = el("div.col");
  const name = field(t.name, { type: "text", maxlength: "50", required: true });
  const show = () => load(list, () => client.http.get<ProspectsResponse>(path), ({ prospects }) => {
    const open = prospects.filter(({ convertedToClientId }) => convertedToClientId === null);
    return [open.length === 0 ? el("p.m", {}, t.noProspects) : el("ul.box.card0", {}, ...open.map(row))];
  });
  const submit = (act: () => Promise<void>) => (event: Event) => {
    event.preventDefault();
    void act();
  };
  const row = (prospect: Prospect) => {
    const title = safeName(prospect.displayName);
    const email = field(t.email, { type: "email", required: true, maxlength: "320", autocomplete: "off" });
    const invite = async () => {
      if (await attempt(() => client.http.post(`${path}/${prospect.id}/upgrade`, { email: email.input.value.trim() }))) toast(t.prospectAsked(title));
    };
    const remove = async () => {
      if (!(await confirm(t.removeProspect(title), "", t.removeDo, t.keep))) return;
      if (await attempt(() => client.http.json("DELETE", `${path}/${prospect.id}`))) await show();
    };
    return el("li.it", {}, el("div.col.grow", {},
      el("div.row", {}, el("b.grow", { dir: "auto" }, title),
        el("button.ib", { type: "button", "aria-label": `${t.removeDo}: ${title}`, title: t.removeDo, onclick: () => void remove() }, icon("x", "s"))),
      el("details", {}, el("summary", {}, t.makeClient),
        el("form.col", { "aria-label": `${t.makeClient}: ${title}`, onsubmit: submit(invite) }, email.element, el("button.b", { type: "submit" }, t.makeClient)))));
  };
  const add = async () => {
    if (!(await attempt(() => client.http.post(path, { displayName: name.input.value.trim() })))) return;
    name.input.value = "";
    await show();
  };
  sheet(t.prospects, el("p.sm.m", {}, t.prospectsHint), list,
    el("form.col", { "aria-label": t.prospects, onsubmit: submit(add) }, name.element, el("button.b", { type: "submit" }, t.addChannel)));
  void show();
}
