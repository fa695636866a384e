import type { BlocksResponse, ContactsResponse } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { confirm } from "../../dom/overlay";
import { t } from "../../text";
import { date } from "../../text/format";
import { safeName } from "../../text/safe";
import { attempt } from "../attempt";
import { block, button, card, hint, item, select } from "./parts";
import type { Place, Section } from "./parts";

/** People from whom nothing comes. */
export const blocks: Section = async (place) => {
  const { http } = place.client;
  const [{ blocks }, { contacts }] = await Promise.all([
    http.get<BlocksResponse>("/v1/blocks"),
    http.get<ContactsResponse>("/v1/contacts"),
  ]);
  const unblock = (userId: string) => attempt(async () => {
    await place.client.setBlocked(userId, false);
    await place.redraw();
  });
  const rows = blocks.map(({ userId, displayName, blockedAt }) =>
    item(icon("shield"), el("bdi", {}, safeName(displayName)), t.blockedSince(date(blockedAt)), button(t.unblockDo, () => unblock(userId))));
  const open = contacts.filter(({ userId }) => !blocks.some((one) => one.userId === userId));
  return [
    block(t.blockedPeople, blocks.length === 0 ? card(hint(t.noBlocks)) : el("ul.box", {}, ...rows)),
    open.length === 0 ? null : block(t.blockSomebody, adding(place, open)),
  ];
};

function adding(place: Place, people: { userId: string; displayName: string }[]): HTMLElement {
  const options = people.map(({ userId, displayName }) => ({ value: userId, label: safeName(displayName) }));
  const who = select(t.personLabel, options, options[0]?.value ?? "");
  const add = async () => {
    const name = options.find(({ value }) => value === who.input.value)?.label ?? "";
    if (!(await confirm(t.blockTitle(name), t.blockText, t.blockDo, t.cancel))) return;
    await attempt(async () => {
      await place.client.setBlocked(who.input.value, true);
      await place.redraw();
    });
  };
  return card(who.element, hint(t.blockText), el("div.row", {}, button(t.blockDo, add, "d")));
}
