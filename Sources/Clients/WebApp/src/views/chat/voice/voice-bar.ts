import { el, fill } from "../../../dom/element";
import { icon } from "../../../dom/icons";
import { announce, toast } from "../../../dom/overlay";
import { serverClock } from "../../../store/timing";
import { t } from "../../../text";
import { VoicePlayer, stopPlaying } from "./player";
import { Recorder, voiceFile } from "./recorder";
import { time } from "./sound";

/** A recording ends by itself after this. */
const longest = 5 * 60_000;

/** Takes the composer's place while a voice message is recorded, and while it's listened to before it's sent. */
export class VoiceBar {
  readonly element = el("div.in.rec", { role: "group", "aria-label": t.voiceMessage, hidden: true });
  #recorder: Recorder | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;

  /** @param onEnd is given the recording to be sent, or `null` if it was cancelled. */
  constructor(private readonly onEnd: (file: File | null) => void) {
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#cancel();
    });
  }

  async start(): Promise<void> {
    if (!this.element.hidden) return;
    stopPlaying();
    try {
      this.#recorder = await Recorder.start();
    } catch (error) {
      toast(error instanceof DOMException && error.name === "NotAllowedError" ? t.micBlocked : t.micMissing);
      return;
    }
    // Somebody may have left the chat before allowing the microphone.
    if (this.#isClosed) this.#stopRecorder();
    else this.#showRecording();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopRecorder();
  }

  #stopRecorder(): void {
    clearInterval(this.#timer);
    this.#recorder?.cancel();
    this.#recorder = null;
  }

  #showRecording(): void {
    const clock = el("span.grow.num", {}, time(0));
    const stop = el("button.b", { type: "button", onclick: () => void this.#stop() }, icon("stop", "s"), t.stopRecording);
    fill(this.element, this.#cancelButton(), el("span.dot", { "aria-hidden": "true" }), clock, stop);
    this.element.hidden = false;
    stop.focus();
    announce(t.recording);
    this.#timer = setInterval(() => {
      const passed = this.#recorder?.milliseconds ?? 0;
      clock.textContent = time(Math.floor(passed / 1000));
      if (passed >= longest) void this.#stop();
    }, 250);
  }

  async #stop(): Promise<void> {
    clearInterval(this.#timer);
    const blob = await this.#recorder?.stop();
    this.#recorder = null;
    if (blob) this.#showPreview(voiceFile(blob, serverClock.now()));
  }

  #showPreview(file: File): void {
    const player = new VoicePlayer(async () => file);
    const send = el("button.ib.p", { type: "button", "aria-label": t.sendVoice, title: t.sendVoice, onclick: () => this.#end(file) }, icon("send"));
    player.element.classList.add("grow");
    fill(this.element, this.#cancelButton(), player.element, send);
    send.focus();
    void player.prepare().catch(() => toast(t.voiceGone));
  }

  #cancelButton(): HTMLElement {
    return el("button.ib", { type: "button", "aria-label": t.discardVoice, title: t.discardVoice, onclick: () => this.#cancel() }, icon("trash"));
  }

  #cancel(): void {
    this.#stopRecorder();
    this.#end(null);
  }

  #end(file: File | null): void {
    stopPlaying();
    this.element.hidden = true;
    fill(this.element);
    this.onEnd(file);
  }
}
