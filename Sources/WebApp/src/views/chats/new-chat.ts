import type { InvitationResponse, PeopleResponse, Person } from "../../api/types";
import { ApiError } from "../../api/errors";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { announce, sheet, toast } from "../../dom/overlay";
import { router } from "../../router";
import { t } from "../../text";
import { dateTime } from "../../text/format";
import { safeName } from "../../text/safe";
import { field } from "../auth/form";
import { avatar } from "../avatar";
import type { Client } from "../view";

/** A chat with somebody, a group with several, or a link for somebody new. */
export function newChat(client: Client): void {
  const chosen = new Map<string, Person>();
  const found = el("ul.box.people", { tabindex: "-1" });
  const find = field(t.findPeople, { type: "text", autocomplete: "off", maxlength: "200" });
  const name = field(t.groupName, { type: "text", maxlength: "50" });
  const start = el("button.b.p.w", { type: "button", onclick: () => void open() }, t.startChat);
  name.element.hidden = true;

  const draw = (people: Person[]) => {
    const all = [...chosen.values(), ...people.filter(({ userId }) => !chosen.has(userId))];
    fill(found, ...all.map((person) => {
      const box = el("input", { type: "checkbox", checked: chosen.has(person.userId) });
      box.addEventListener("change", () => {
        if (box.checked) chosen.set(person.userId, person);
        else chosen.delete(person.userId);
        name.element.hidden = chosen.size < 2;
        start.textContent = chosen.size < 2 ? t.startChat : t.makeGroup;
      });
      return el("li", {}, el("label.it.sw.ck", {}, box,
        avatar(client, { id: person.userId, name: person.displayName, photo: person.photoMediaId, size: "x" }),
        el("span.grow", {}, el("bdi", {}, safeName(person.displayName)))));
    }));
    if (all.length === 0) found.append(el("li.it.m", { role: "status" }, t.noPeople));
  };
  const search = async () => {
    const { users } = await client.http.get<PeopleResponse>(`/v1/users?limit=50&query=${encodeURIComponent(find.input.value)}`);
    draw(users.filter(({ userId }) => userId !== client.me.id));
  };
  const open = async () => {
    if (chosen.size === 0) return find.input.focus();
    if (chosen.size > 1 && name.input.value.trim() === "") return name.input.focus();
    try {
      const id = await client.openChat([...chosen.keys()], chosen.size > 1 ? name.input.value : undefined);
      element.close();
      router.go(`/chats/${id}`);
    } catch (error) {
      toast(t.couldNot(error instanceof ApiError ? error.message : String(error)));
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  find.input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search().catch(() => undefined), 200);
  });
  const element = sheet(t.newChatTitle, find.element, found, name.element, start, client.me.role === "trainer" ? invitation(client) : null);
  find.input.focus();
  void search().catch(() => toast(t.unreachable));
}

/** A link that makes its receiver a client. */
export function invitation(client: Client): HTMLElement {
  const email = field(t.theirEmail, { type: "email", autocomplete: "off", maxlength: "320" });
  const result = el("div.col", { hidden: true });
  const make = async () => {
    email.fail("");
    const address = email.input.value.trim();
    try {
      const body = address === "" ? {} : { email: address };
      const { invitation } = await client.http.post<InvitationResponse>("/v1/invitations", body);
      const text = t.linkReady(dateTime(invitation.expiresAt));
      const copy = () => void navigator.clipboard?.writeText(invitation.link).then(() => toast(t.copied));
      result.hidden = false;
      fill(result, el("p.sm.m", {}, text), el("p", {}, el("code", { "data-link": "" }, invitation.link)),
        el("button.b", { type: "button", onclick: copy }, icon("copy", "s"), t.copyLink));
      announce(text);
    } catch (error) {
      email.fail(error instanceof ApiError ? error.message : String(error));
    }
  };
  return el("section.col.card", {}, el("h3", {}, t.inviteClient), el("p.sm.m", {}, t.inviteHint), email.element,
    el("button.b", { type: "button", onclick: () => void make() }, t.makeLink), result);
}
