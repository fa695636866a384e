import type { Chat, ClientProfileResponse, OwnProfilesResponse } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { otherMember } from "../../store/model";
import { t } from "../../text";
import { safeName } from "../../text/safe";
import { leadingSheet } from "../assistant/sheet";
import { MeasuresView } from "../progress/measures-view";
import { PhotosView } from "../progress/photos-view";
import type { Client } from "../view";
import { ProfileView } from "./profile-view";

/** The way to what a client has said about themselves: for the trainer and for the client, in the chat of the two. */
export function profileEntry(client: Client, chat: Chat): HTMLElement | null {
  const other = otherMember(chat, client.me.id);
  if (chat.kind !== "direct" || other === undefined) return null;
  const isTrainer = client.me.role === "trainer";
  const title = isTrainer ? t.profileOf(safeName(other.displayName)) : t.profileOfMine(safeName(other.displayName));
  const open = () => {
    const base = isTrainer ? `/v1/clients/${other.userId}/profile` : `/v1/me/profile/${other.userId}`;
    const load = () => (isTrainer ? client.http.get<ClientProfileResponse>(base) : ownProfile(client, other.userId));
    const whose = isTrainer ? other.userId : client.me.id;
    const trainer = isTrainer ? client.me.id : other.userId;
    const measures = new MeasuresView(client, whose, trainer, () => sheet.close());
    const photos = new PhotosView(client, whose);
    const profile = new ProfileView(client, chat.id, base, load, (goals) => measures.show(goals));
    const sheet = leadingSheet(title, profile.element, measures.element, photos.element);
    sheet.classList.add("wide");
  };
  return el("button.b", { type: "button", onclick: open }, icon("user", "s"), title);
}

async function ownProfile(client: Client, trainerId: string): Promise<ClientProfileResponse> {
  const { profiles } = await client.http.get<OwnProfilesResponse>("/v1/me/profile");
  return profiles.find((one) => one.trainerId === trainerId) ?? { items: [], reviewedAt: null };
}
