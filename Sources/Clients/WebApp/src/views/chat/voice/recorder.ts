/** What browsers record, best first: Chromium and Firefox know the first, Safari the last. */
const types = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];

const extensions: { [type: string]: string } = { "audio/webm": "webm", "audio/ogg": "ogg", "audio/mp4": "m4a" };

/** Records the microphone. It's open only between `start` and `stop` or `cancel`. */
export class Recorder {
  #startedAt = performance.now();
  #isCancelled = false;

  private constructor(
    private readonly stream: MediaStream,
    private readonly recorder: MediaRecorder,
    private readonly done: Promise<Blob>,
  ) {}

  static get isPossible(): boolean {
    // Without a secure context there is no microphone.
    return navigator.mediaDevices !== undefined && typeof MediaRecorder !== "undefined";
  }

  /** Asks for the microphone. Throws a `DOMException` if there is none, or if it isn't allowed. */
  static async start(): Promise<Recorder> {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
    const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(stream, { audioBitsPerSecond: 32_000, ...(mimeType === undefined ? {} : { mimeType }) });
    const pieces: Blob[] = [];
    const done = new Promise<Blob>((resolve) => {
      recorder.ondataavailable = (event) => pieces.push(event.data);
      recorder.onstop = () => resolve(new Blob(pieces, { type: recorder.mimeType }));
    });
    recorder.start();
    return new Recorder(stream, recorder, done);
  }

  get milliseconds(): number {
    return performance.now() - this.#startedAt;
  }

  /** @returns the recording, or `null` if it was cancelled. */
  async stop(): Promise<Blob | null> {
    if (this.recorder.state !== "inactive") this.recorder.stop();
    for (const track of this.stream.getTracks()) track.stop();
    const blob = await this.done;
    return this.#isCancelled ? null : blob;
  }

  cancel(): void {
    this.#isCancelled = true;
    void this.stop();
  }
}

/** A file whose name tells the receiver that it's a voice message: the server's type for some of them is a video's. */
export function voiceFile(blob: Blob, now: number): File {
  const type = blob.type.split(";")[0] ?? "";
  const time = new Date(now).toISOString().slice(0, 19).replace(/[:T]/g, "-");
  return new File([blob], `voice-message-${time}.${extensions[type] ?? "webm"}`, { type });
}
