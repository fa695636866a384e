import type { Profile, ProfileResponse, UpdateProfileRequest } from "../../api/types";
import { ApiError } from "../../api/errors";
import { upload } from "../../api/media";
import { el, fill } from "../../dom/element";
import { toast } from "../../dom/overlay";
import { newId } from "../../store/timing";
import { t } from "../../text";
import { setZone } from "../../text/format";
import { attempt, whyOf } from "../attempt";
import { field } from "../auth/form";
import { avatar } from "../avatar";
import type { Client } from "../view";
import { block, button, card, select, toggle } from "./parts";
import type { Section } from "./parts";

/** Name, photo and zone, and what others may see. */
export const profile: Section = async ({ client }) => {
  const { user } = await client.http.get<ProfileResponse>("/v1/me");
  const name = field(t.name, { type: "text", required: true, maxlength: "50", value: user.displayName, autocomplete: "name" });
  const zone = select(t.zone, zonesWith(user.timezone).map((value) => ({ value, label: value.replaceAll("_", " ") })), user.timezone, t.zoneHelp);
  const save = async () => {
    if (name.input.value.trim() === "") {
      name.fail(t.fillIn);
      return name.input.focus();
    }
    name.fail("");
    try {
      await change(client, { displayName: name.input.value.trim(), timezone: zone.input.value });
      toast(t.saved);
    } catch (error) {
      name.fail(error instanceof ApiError && error.code === "invalid_request" && /name/i.test(error.message) ? t.nameRule : whyOf(error));
      name.input.focus();
    }
  };
  const form = el("form.card.col", {
    novalidate: true,
    onsubmit: (event: Event) => {
      event.preventDefault();
      void save();
    },
  }, photo(client, user), name.element, zone.element,
  el("p.m.sm", {}, `${t.email}: `, el("bdi", {}, user.email)),
  el("div.row", {}, el("button.b.p", { type: "submit" }, t.save)));
  return [
    block(t.profile, form),
    block(t.privacy, card(
      toggle(t.sharesRead, user.sharesReadReceipts, (on) => change(client, { sharesReadReceipts: on })),
      toggle(t.sharesPresence, user.sharesPresence, (on) => change(client, { sharesPresence: on })))),
  ];
};

async function change(client: Client, body: UpdateProfileRequest): Promise<Profile> {
  const { user } = await client.http.json<ProfileResponse>("PATCH", "/v1/me", body);
  await client.session.rename(user);
  setZone(user.timezone);
  return user;
}

function photo(client: Client, user: Profile): HTMLElement {
  const input = el("input", { type: "file", accept: "image/*", hidden: true, "aria-label": t.changePhoto });
  const face = el("span");
  const remove = button(t.removePhoto, () => attempt(async () => show(await change(client, { photoMediaId: null }))));
  const show = ({ id, displayName, photoMediaId }: Profile) => {
    fill(face, avatar(client, { id, name: displayName, photo: photoMediaId, size: "xl" }));
    remove.hidden = photoMediaId === null;
  };
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    input.value = "";
    if (file === undefined) return;
    await attempt(async () => {
      const media = { clientMediaId: newId(), fileName: file.name, size: file.size, file };
      show(await change(client, { photoMediaId: await upload(client.http, media, () => undefined) }));
      toast(t.saved);
    });
  });
  show(user);
  return el("div.row.wrap", {}, face, button(t.changePhoto, () => input.click()), remove, input);
}

/** All zones that the browser knows, and one's own even if it doesn't. */
function zonesWith(own: string): string[] {
  const all = (Intl as { supportedValuesOf?: (key: string) => string[] }).supportedValuesOf?.("timeZone") ?? [];
  return all.includes(own) ? all : [own, ...all];
}
