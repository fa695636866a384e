import type { ProfileItem, ProfileItemCategory, ProfileItemStatus } from "../../api/types";
import { el, fill } from "../../dom/element";
import { t } from "../../text";
import { whyOf } from "../attempt";

interface ItemBody {
  category: string;
  text: string;
  status?: string;
}

/** A fact of a profile to be written or corrected. */
export function itemForm(item: ProfileItem | null, send: (body: ItemBody) => Promise<unknown>, saved: () => void, close: () => void): HTMLFormElement {
  const text = el("textarea", { rows: "2", dir: "auto", maxlength: "500", required: true });
  text.value = item?.text ?? "";
  const category = options(t.categories, item?.category ?? "injuries");
  const status = options(t.factStates, item?.status ?? "current");
  const problem = el("p.ban.x", { hidden: true, role: "alert" });
  const save = async (event: Event) => {
    event.preventDefault();
    try {
      const body = { category: category.value, text: text.value.trim() };
      await send(item === null ? body : { ...body, status: status.value });
      saved();
    } catch (error) {
      problem.hidden = false;
      fill(problem, el("span", { dir: "auto" }, whyOf(error)));
    }
  };
  return el("form.col", { "aria-label": item === null ? t.writeDown : t.edit, onsubmit: (event: Event) => void save(event) },
    el("label.f", {}, el("span", {}, t.factText), text),
    el("div.row.wrap", {}, el("label.f.grow", {}, el("span", {}, t.kind), category),
      item === null ? null : el("label.f.grow", {}, el("span", {}, t.factState), status)),
    problem,
    el("div.row", {}, el("button.b.p", { type: "submit" }, t.save), el("button.b.q", { type: "button", onclick: close }, t.cancel)));
}

function options(names: { [value: string]: string }, chosen: ProfileItemCategory | ProfileItemStatus): HTMLSelectElement {
  return el("select", {}, ...Object.entries(names).map(([value, name]) => el("option", { value, selected: value === chosen }, name)));
}
