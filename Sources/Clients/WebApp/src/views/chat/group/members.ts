import { el } from "../../../dom/element";
import { icon } from "../../../dom/icons";
import { confirm, menu, sheet } from "../../../dom/overlay";
import { router } from "../../../router";
import type { Chat, Member } from "../../../store/model";
import { t } from "../../../text";
import { safeName } from "../../../text/safe";
import { attempt } from "../../attempt";
import { avatar } from "../../avatar";
import { PeoplePicker } from "../../chats/people-picker";
import type { Client } from "../../view";
import { paneHeading } from "../pane-heading";
import { isAdmin } from "./roles";

/** Who is in a chat; in a group also what can be done with each, and adding people. */
export function membersOf(client: Client, chat: Chat): HTMLElement {
  const canChange = chat.kind === "group" && isAdmin(chat, client.me.id);
  const add = () => addPeople(client, chat);
  return el("section.blk", {},
    el("header", {}, paneHeading(t.members),
      canChange ? el("button.b.q", { type: "button", onclick: add }, icon("plus", "s"), t.addPeople) : null),
    el("ul.box", {}, ...chat.members.map((member) => row(client, chat, member, canChange))));
}

function row(client: Client, chat: Chat, member: Member, canChange: boolean): HTMLElement {
  const isMe = member.userId === client.me.id;
  const name = safeName(member.displayName);
  const isOnline = client.state.isOnline(member.userId);
  const more: HTMLElement = el("button.ib", { type: "button", "aria-label": t.moreAbout(name), title: t.moreAbout(name),
    onclick: () => menu(more, name, deeds(client, chat, member, canChange)) }, icon("more"));
  return el("li.it", {},
    avatar(client, { id: member.userId, name: member.displayName, photo: member.photoMediaId, size: "x", isOnline }),
    el("span.grow", {}, el("bdi", {}, isMe ? t.you : name)),
    chat.kind === "group" && member.role === "admin" ? el("span.tag", {}, t.admin) : null,
    isMe || chat.kind === "direct" ? null : more);
}

function deeds(client: Client, chat: Chat, member: Member, canChange: boolean): Parameters<typeof menu>[2] {
  const { userId } = member;
  const write = () => attempt(async () => router.go(`/chats/${await client.openChat([userId])}`));
  const role = member.role === "admin" ? "member" : "admin";
  const remove = async () => {
    const name = safeName(member.displayName);
    if (!(await confirm(t.removeTitle(name), t.removeText, t.removeMember, t.keepMember))) return;
    await attempt(() => client.requests.removeMember(chat.id, userId));
  };
  return [
    { label: t.writeTo, icon: "chats", do: () => void write() },
    ...(canChange
      ? [
          { label: role === "admin" ? t.makeAdmin : t.takeAdmin, icon: "shield" as const,
            do: () => void attempt(() => client.requests.setRole(chat.id, userId, role)) },
          { label: t.removeMember, icon: "trash" as const, do: () => void remove() },
        ]
      : []),
  ];
}

function addPeople(client: Client, chat: Chat): void {
  const people = new PeoplePicker(client, new Set(chat.members.map(({ userId }) => userId)), () => undefined);
  const save = async () => {
    const ids = [...people.chosen.keys()];
    if (ids.length === 0) return people.find.input.focus();
    if (await attempt(() => client.requests.addMembers(chat.id, ids))) element.close();
  };
  const element = sheet(t.addPeople, el("p.m.sm", {}, t.addPeopleHint), people.find.element, people.list,
    el("button.b.p.w", { type: "button", onclick: () => void save() }, t.addPeople));
  people.start();
}
