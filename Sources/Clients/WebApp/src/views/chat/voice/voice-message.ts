import type { Media } from "../../../api/types";
import type { Client } from "../../view";
import { VoicePlayer } from "./player";
import { soundType } from "./sound";

/** Larger recordings are only fetched to be played. */
const preparedSize = 2_000_000;

const players = new Map<string, VoicePlayer>();

const visible = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    visible.unobserve(target);
    target.dispatchEvent(new Event("seen"));
  }
});

/** The player of a voice message. A message that is drawn anew keeps its own, which may be playing. */
export function voiceMessage(client: Client, media: Media): HTMLElement {
  const known = players.get(media.id);
  if (known !== undefined) return known.element;
  const type = soundType(media) ?? media.mimeType;
  const load = async () => new Blob([await client.media.blob(`/v1/media/${media.id}/content`)], { type });
  const player = new VoicePlayer(load);
  if (media.size <= preparedSize) {
    // A recording that can't be had yet is fetched when it's played.
    player.element.addEventListener("seen", () => void player.prepare().catch(() => undefined), { once: true });
    visible.observe(player.element);
  }
  players.set(media.id, player);
  return player.element;
}

/** Ends what plays, and forgets all recordings of a chat that is left. */
export function closePlayers(): void {
  for (const player of players.values()) player.close();
  players.clear();
}
