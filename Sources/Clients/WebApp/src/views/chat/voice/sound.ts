import type { Media } from "../../../api/types";

const types: { [extension: string]: string } = {
  aac: "audio/aac",
  flac: "audio/flac",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  oga: "audio/ogg",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
};

/** The type of a recording, or `null` if a file isn't one. Before 0.2.0 the server knew sound only as a file or a video. */
export function soundType(media: Media): string | null {
  if (media.kind === "audio") return media.mimeType;
  const extension = /\.(\w+)$/.exec(media.fileName)?.[1]?.toLowerCase() ?? "";
  if (media.kind === "video") return media.fileName.startsWith("voice-message-") ? media.mimeType : null;
  return media.kind === "file" ? types[extension] ?? null : null;
}

export interface Waveform {
  seconds: number;
  /** The loudness of equal parts, from 0 to 1. */
  peaks: number[];
}

/** Decodes a recording to know how long it is, which what browsers record doesn't say, and what it looks like. */
export async function waveform(blob: Blob, parts: number): Promise<Waveform> {
  const context = new OfflineAudioContext(1, 1, 16_000);
  const sound = await context.decodeAudioData(await blob.arrayBuffer());
  const samples = sound.getChannelData(0);
  const size = Math.max(1, Math.floor(samples.length / parts));
  const loudness = Array.from({ length: parts }, (_, part) => {
    let highest = 0;
    const end = Math.min(samples.length, (part + 1) * size);
    for (let index = part * size; index < end; index += 1) highest = Math.max(highest, Math.abs(samples[index] ?? 0));
    return highest;
  });
  const highest = Math.max(...loudness, 0.01);
  return { seconds: sound.duration, peaks: loudness.map((one) => one / highest) };
}

/** "1:07" */
export function time(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
