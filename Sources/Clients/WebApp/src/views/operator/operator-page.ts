import { AdminHttp } from "../../api/admin";
import { ApiError } from "../../api/errors";
import type { IndexStatus } from "../../api/types";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { t } from "../../text";
import { whyOf } from "../attempt";
import { field, form } from "../auth/form";
import { button, hint } from "../settings/parts";
import type { View } from "../view";
import { health } from "./health";
import { invitations } from "./invitations";
import { people } from "./people";

/** What a tab of the operator's page gets. */
export interface Desk {
  readonly http: AdminHttp;
  redraw(): Promise<void>;
}

export type Tab = (desk: Desk) => Promise<Child[]>;

const tabs: readonly [label: () => string, draw: Tab][] = [
  [() => t.operatorPeople, people],
  [() => t.operatorInvitations, invitations],
  [() => t.operatorHealth, health],
];

/** Stays while the page does, and is never stored: whoever has it can do everything. */
let opened: AdminHttp | null = null;

/** The page of whoever runs the server. It needs the token of `spotter admin token`, and no account. */
export class OperatorPage implements View {
  readonly element: HTMLElement;
  readonly #body = el("div.col.gap");
  #current = 0;

  constructor(back: string) {
    this.element = el("section.view.scroll", { "aria-label": t.operator, tabindex: "0" }, el("div.page.col", {},
      el("a.b.q.start", { href: back }, t.backLink),
      el("h1.t1", { tabindex: "-1" }, t.operator), this.#body));
    if (opened === null) this.#ask();
    else void this.#draw(opened);
  }

  #ask(): void {
    const token = field(t.adminToken, { type: "password", autocomplete: "off", required: true, spellcheck: "false" }, t.adminTokenHint);
    const send = async () => {
      const http = new AdminHttp(token.input.value.trim());
      await http.get<IndexStatus>("/v1/admin/index");
      opened = http;
      await this.#draw(http);
    };
    const explain = (error: ApiError): [typeof token | null, string] =>
      error.status === 401 ? [token, t.adminTokenWrong] : [null, whyOf(error)];
    fill(this.#body, el("div.card.col.narrow-form", {}, form(t.openDo, t.openDo, [token], send, explain)));
  }

  async #draw(http: AdminHttp): Promise<void> {
    const place = el("div.col.gap");
    const seg = el("div.seg", { role: "group", "aria-label": t.operator }, ...tabs.map(([label], index) =>
      el("button", { type: "button", "aria-pressed": String(index === this.#current), onclick: () => {
        this.#current = index;
        void this.#draw(http);
      } }, label())));
    const leave = button(t.forgetToken, () => {
      opened = null;
      this.#ask();
    });
    const hadFocus = this.#body.contains(document.activeElement);
    fill(this.#body, el("div.row.wrap", {}, seg, el("span.grow"), leave), place);
    if (hadFocus) seg.querySelectorAll("button")[this.#current]?.focus();
    const show = async () => {
      try {
        fill(place, ...(await tabs[this.#current]![1]({ http, redraw: show })));
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) {
          opened = null;
          return this.#ask();
        }
        fill(place, el("p.ban.x", { role: "alert" }, whyOf(error)), button(t.retry, show));
      }
    };
    fill(place, hint(t.loading));
    await show();
  }
}
