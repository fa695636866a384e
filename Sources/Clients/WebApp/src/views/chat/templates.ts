import type { MessageTemplate, TemplatesResponse } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { sheet } from "../../dom/overlay";
import { t } from "../../text";
import { oneLine, safeName } from "../../text/safe";
import { load } from "../assistant/loaded";
import { attempt } from "../attempt";
import { field } from "../auth/form";
import type { Client } from "../view";

const path = "/v1/templates";

/**
 * Texts that are sent often. A coach's are filled in for the client of the chat; where the server can't, they're taken as they are.
 *
 * @param text what is written, to be kept as a further one.
 */
export function chooseTemplate(client: Client, personId: string | null, text: string, take: (text: string) => void): void {
  const list = el("div.col");
  const name = field(t.templateName, { type: "text", maxlength: "100", required: true });
  const show = () => load(list, () => client.http.get<TemplatesResponse>(path), ({ templates }) => [
    templates.length === 0 ? el("p.m", {}, t.noTemplates) : el("ul.box.card0", {}, ...templates.map(row))]);
  const use = async (template: MessageTemplate) => {
    const filled = personId === null ? null
      : await client.http.post<{ text: string }>(`${path}/${template.id}/render`, { userId: personId }).catch(() => null);
    element.close();
    take(filled?.text ?? template.text);
  };
  const row = (template: MessageTemplate) => {
    const title = safeName(template.name);
    const remove = async () => {
      if (await attempt(() => client.http.json("DELETE", `${path}/${template.id}`))) await show();
    };
    return el("li.row", {}, el("button.it.grow.in.txt", { type: "button", onclick: () => void use(template) },
      el("span.grow", {}, el("b", { dir: "auto" }, title), el("br"), el("span.sm.m", { dir: "auto" }, oneLine(template.text, 100)))),
    el("button.ib", { type: "button", "aria-label": `${t.removeDo}: ${title}`, title: t.removeDo, onclick: () => void remove() }, icon("x", "s")));
  };
  const keep = async () => {
    if (!(await attempt(() => client.http.post(path, { name: name.input.value.trim(), text })))) return;
    name.input.value = "";
    await show();
  };
  const element = sheet(t.templates, list, text.trim() === "" ? el("p.sm.m", {}, t.templateHint) : el("form.col", { "aria-label": t.keepTemplate, onsubmit: (event: Event) => {
    event.preventDefault();
    void keep();
  } }, name.element, el("p.sm.m", { dir: "auto" }, oneLine(text, 100)), el("button.b", { type: "submit" }, t.keepTemplate)));
  void show();
}
