import type { ImportPreview, ImportReport } from "../../api/types";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { announce, sheet } from "../../dom/overlay";
import { locale, t } from "../../text";
import { currentZone } from "../../text/format";
import { folded, oneLine, safeName } from "../../text/safe";
import { whyOf } from "../attempt";
import { select } from "../settings/parts";
import type { Client } from "../view";

/** The last day of a year shows which part is which. */
const orders = [{ value: "dmy", label: "31/12/2025" }, { value: "mdy", label: "12/31/2025" }, { value: "ymd", label: "2025/12/31" }];

type Side = "own" | "theirs" | "skip";

/** Brings a chat of WhatsApp into the chat with a client: what the file holds is shown first, and who is who is asked. */
export function importChat(client: Client, chatId: string, name: string): void {
  const place = el("div.col");
  const input = el("input", { type: "file", accept: ".txt,.zip,text/plain,application/zip" });
  const ask = async (file: File, options: [string, string][]) => {
    const query = new URLSearchParams([["timezone", currentZone()], ["locale", locale], ...options]);
    const response = await client.http.respond(`/v1/chats/${chatId}/import?${query}`,
      { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });
    return (await response.json()) as ImportReport;
  };
  const say = (...content: Child[]) => fill(place, ...content);
  const problem = (error: unknown) => say(el("p.ban.x", { role: "alert", dir: "auto" }, whyOf(error)));
  let asked = 0;
  /** Shows what was asked for last, whichever answer comes first. @param dates how they are read; empty to find it out from the file. */
  const look = async (file: File, dates = "") => {
    asked += 1;
    const number = asked;
    say(el("p.m", { role: "status" }, t.loading));
    const order: [string, string][] = dates === "" ? [] : [["dates", dates]];
    try {
      const { preview } = await ask(file, [["dryRun", "true"], ...order]);
      if (number === asked && preview !== undefined) say(...form(file, preview));
    } catch (error) {
      if (number === asked) problem(error);
    }
  };
  const form = (file: File, preview: ImportPreview): Child[] => {
    const order = select(t.datesAre, orders, preview.dates);
    order.input.addEventListener("change", () => void look(file, order.input.value));
    const sides = preview.people.map((person) => ({ person, choice: sideOf(person.name, name) }));
    const send = async () => {
      const named = sides.map(({ person, choice }): [string, string] => [choice.input.value, person.name]);
      const done = await ask(file, [["dates", preview.dates], ...named]);
      const said = t.imported(done.messages.added, done.messages.existing);
      say(el("p", { role: "status" }, said), ...done.notes.map((note) => el("p.sm.m", { dir: "auto" }, note)));
      announce(said);
    };
    return [
      el("p", {}, t.importHolds(preview.messages, preview.firstDay, preview.lastDay, preview.files)),
      el("ul.box.card0", {}, ...preview.samples.map((one) => el("li.it", {}, el("span.grow", {}, el("b", { dir: "auto" }, safeName(one.name)), " ",
        el("span.sm.m", {}, one.at), el("br"), el("span.sm", { dir: "auto" }, oneLine(one.text)))))),
      ...preview.remarks.map((remark) => el("p.sm.m", { dir: "auto" }, remark)),
      el("form.col", { "aria-label": t.importChat, onsubmit: (event: Event) => {
        event.preventDefault();
        void send().catch(problem);
      } }, order.element, ...sides.map(({ choice }) => choice.element), el("p.sm.m", { dir: "auto" }, t.importSeen(name)), el("button.b.p", { type: "submit" }, t.importDo)),
    ];
  };
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file !== undefined) void look(file);
  });
  sheet(t.importChat, el("p.sm.m", {}, t.importHint), el("label.f", {}, el("span", {}, t.file), input), place);
}

/** Who somebody in the export is; whoever is called like the client is taken for the client. */
function sideOf(person: string, client: string): { element: HTMLElement; input: HTMLSelectElement } {
  const first = (text: string) => folded(text).split(" ")[0];
  const guess: Side = first(person) === first(client) ? "theirs" : "own";
  return select(safeName(person), [{ value: "own", label: t.you }, { value: "theirs", label: client }, { value: "skip", label: t.leaveOut }], guess);
}
