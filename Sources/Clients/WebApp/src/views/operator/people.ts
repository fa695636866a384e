import type { AdminUser, AdminUsersResponse, PasswordReset, SessionsResponse } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { confirm, sheet } from "../../dom/overlay";
import { t } from "../../text";
import { clockTime, dateTime, fileSize, number } from "../../text/format";
import { safeName } from "../../text/safe";
import { attempt } from "../attempt";
import { field } from "../auth/form";
import { button, item, secret } from "../settings/parts";
import type { Desk, Tab } from "./operator-page";

const pageSize = 50;

/** All accounts: who may come in, from where they are, and a new password for those who forgot theirs. */
export const people: Tab = async (desk) => {
  const list = el("ul.box.card.flush");
  const more = el("div.row");
  const query = field(t.findPeople, { type: "search", autocomplete: "off" });
  const load = async (after: string | null) => {
    const parameters = new URLSearchParams({ limit: String(pageSize) });
    if (query.input.value.trim() !== "") parameters.set("query", query.input.value.trim());
    if (after !== null) parameters.set("after", after);
    const { users, next } = await desk.http.get<AdminUsersResponse>(`/v1/admin/users?${parameters}`);
    if (after === null) fill(list);
    list.append(...users.map((user) => row(desk, user)));
    fill(more, next === null ? null : button(t.more, () => attempt(() => load(next))));
    if (list.childElementCount === 0) fill(list, el("li.it.m", {}, t.noPeopleFound));
  };
  const search = el("form.row.al", { role: "search", onsubmit: (event: Event) => {
    event.preventDefault();
    void attempt(() => load(null));
  } }, el("div.grow", {}, query.element), el("button.b", { type: "submit" }, t.findDo));
  await load(null);
  return [search, list, more];
};

function row(desk: Desk, user: AdminUser): HTMLElement {
  const isDisabled = user.state === "disabled";
  const name = safeName(user.displayName);
  const path = `/v1/admin/users/${user.id}`;
  const set = async () => {
    if (!isDisabled && !(await confirm(t.disableTitle(name), t.disableText, t.disable, t.cancel))) return;
    await attempt(async () => {
      await desk.http.json("PATCH", path, { disabled: !isDisabled });
      await desk.redraw();
    });
  };
  const reset = () => attempt(async () => {
    const { resetToken, expiresAt } = await desk.http.json<PasswordReset>("POST", `${path}/reset`);
    sheet(t.resetLink, el("p.m", { dir: "auto" }, t.resetLinkText(name, clockTime(expiresAt))), secret(`${location.origin}/reset#${resetToken}`));
  });
  const seen = user.lastActiveAt === null ? t.neverUsed : t.lastUsed(dateTime(user.lastActiveAt));
  const { messages, mediaBytes } = user.usage;
  const detail = `${t.roles[user.role]} · ${seen} · ${t.messageCount(number(messages))}${mediaBytes > 0 ? ` · ${fileSize(mediaBytes)}` : ""}`;
  const element = item(icon("user"), el("bdi", {}, name), el("span", {}, el("bdi", {}, user.email), ` · ${detail}`),
    isDisabled ? el("span.tag.x", {}, t.accountDisabled) : null,
    button(t.sessionsOf(number(user.sessions)), () => showSessions(desk, user)),
    button(t.resetLink, reset),
    button(isDisabled ? t.enable : t.disable, set, isDisabled ? "" : "d"));
  element.classList.add("wrap");
  return element;
}

async function showSessions({ http, redraw }: Desk, user: AdminUser): Promise<void> {
  const path = `/v1/admin/users/${user.id}/sessions`;
  const body = el("div.col");
  const load = async () => {
    const { sessions } = await http.get<SessionsResponse>(path);
    const end = (which: string) => attempt(async () => {
      await http.json("DELETE", path + which);
      await load();
    });
    const rows = sessions.map((session) => item(icon("phone"), el("bdi", {}, safeName(session.deviceName)), t.lastUsed(dateTime(session.lastSeenAt)),
      button(t.signOutDevice, () => end(`/${session.id}`), "d")));
    fill(body, sessions.length === 0 ? el("p.m", {}, t.noSessionsOf) : el("ul.box", {}, ...rows),
      sessions.length < 2 ? null : el("div.row", {}, button(t.endAll, () => end(""), "d")));
  };
  await attempt(async () => {
    await load();
    sheet(t.sessionsTitle(safeName(user.displayName)), body).addEventListener("close", () => void redraw());
  });
}
