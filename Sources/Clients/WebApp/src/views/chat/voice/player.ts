import { el, fill } from "../../../dom/element";
import { icon } from "../../../dom/icons";
import { t } from "../../../text";
import { speedButton } from "../speed";
import { time, waveform } from "./sound";
import type { Waveform } from "./sound";

const parts = 40;
const svg = "http://www.w3.org/2000/svg";

let playing: VoicePlayer | null = null;

/** Plays a recording: play and pause, where it is, and going elsewhere in it. Only one plays at a time. */
export class VoicePlayer {
  readonly element: HTMLElement;
  readonly #button: HTMLElement;
  readonly #slider: HTMLInputElement;
  readonly #clock = el("span.xs.m.num");
  readonly #wave = document.createElementNS(svg, "svg");
  readonly #audio = new Audio();
  #shape: Waveform | null = null;
  #loading: Promise<void> | null = null;

  /** @param load gives the recording in a type that browsers know as sound. */
  constructor(private readonly load: () => Promise<Blob>) {
    this.#button = el("button.ib", { type: "button", "aria-label": t.play, onclick: () => void this.#toggle() }, icon("play"));
    this.#slider = el("input", { type: "range", min: "0", max: "1000", value: "0", "aria-label": t.positionInVoice });
    this.#slider.addEventListener("input", () => void this.#seek());
    this.#wave.setAttribute("class", "wave");
    this.#wave.setAttribute("viewBox", `0 0 ${parts * 4} 28`);
    this.#wave.setAttribute("preserveAspectRatio", "none");
    this.#wave.setAttribute("aria-hidden", "true");
    this.element = el("div.voice", { role: "group", "aria-label": t.voiceMessage }, this.#button,
      el("span.wv", {}, this.#wave, this.#slider), this.#clock);
    this.#audio.addEventListener("timeupdate", () => this.#draw());
    for (const type of ["play", "pause", "ended"]) this.#audio.addEventListener(type, () => this.#drawButton());
    this.#draw();
  }

  /** Fetches it so that its length and shape are shown. */
  prepare(): Promise<void> {
    this.#loading ??= this.#fetch().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  stop(): void {
    this.#audio.pause();
  }

  /** Forgets the recording. */
  close(): void {
    this.stop();
    if (this.#audio.src !== "") URL.revokeObjectURL(this.#audio.src);
  }

  async #fetch(): Promise<void> {
    const blob = await this.load();
    this.#shape = await waveform(blob, parts);
    this.#audio.src = URL.createObjectURL(blob);
    this.#draw();
  }

  async #toggle(): Promise<void> {
    if (!this.#audio.paused) return this.#audio.pause();
    try {
      await this.prepare();
      if (this.element.querySelector(".rate") === null) this.element.append(speedButton(this.#audio));
      if (playing !== this) playing?.stop();
      playing = this;
      await this.#audio.play();
    } catch {
      fill(this.#clock, t.voiceGone);
    }
  }

  async #seek(): Promise<void> {
    const place = Number(this.#slider.value) / 1000;
    await this.prepare().catch(() => undefined);
    if (this.#shape === null) return;
    this.#audio.currentTime = place * this.#shape.seconds;
    this.#draw();
  }

  #drawButton(): void {
    const isPlaying = !this.#audio.paused && !this.#audio.ended;
    fill(this.#button, icon(isPlaying ? "pause" : "play"));
    this.#button.setAttribute("aria-label", isPlaying ? t.pause : t.play);
    if (this.#audio.ended) this.#audio.currentTime = 0;
    this.#draw();
    if (isPlaying) this.#follow();
  }

  /** The browser tells the time four times a second, which looks like stumbling. */
  #follow(): void {
    if (this.#audio.paused || !this.element.isConnected) return;
    this.#draw();
    requestAnimationFrame(() => this.#follow());
  }

  #draw(): void {
    const total = this.#shape?.seconds ?? 0;
    const now = Math.min(this.#audio.currentTime, total);
    const place = total === 0 ? 0 : now / total;
    if (document.activeElement !== this.#slider || !this.#audio.paused) this.#slider.value = String(Math.round(place * 1000));
    this.#slider.setAttribute("aria-valuetext", t.timeOf(time(now), time(total)));
    this.#clock.textContent = this.#shape === null ? "" : time(now > 0 ? now : total);
    const bars = Array.from({ length: parts }, (_, index) => {
      const height = Math.max(2, (this.#shape?.peaks[index] ?? 0) * 28);
      const bar = (this.#wave.children[index] as SVGElement | undefined) ?? document.createElementNS(svg, "rect");
      for (const [name, value] of Object.entries({ x: index * 4, y: (28 - height) / 2, width: 2.5, height, rx: 1 })) {
        bar.setAttribute(name, String(value));
      }
      bar.setAttribute("class", index / parts < place ? "pl" : "");
      return bar;
    });
    if (this.#wave.childElementCount === 0) this.#wave.append(...bars);
  }
}

/** Nothing plays on behind a chat that is left. */
export function stopPlaying(): void {
  playing?.stop();
  playing = null;
}
