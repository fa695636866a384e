import { whenReleased } from "../dom/press";
import type { Client } from "../store/client";

/** Something on the screen, with an end. */
export interface View {
  readonly element: HTMLElement;
  close?(): void;
}

/** Collects what has to be ended with a view. */
export class Endings {
  readonly #endings: (() => void)[] = [];

  add(...endings: (() => void)[]): void {
    this.#endings.push(...endings);
  }

  listen(target: EventTarget, type: string, handler: (event: any) => void, isCapturing = false): void {
    target.addEventListener(type, handler, isCapturing);
    this.#endings.push(() => target.removeEventListener(type, handler, isCapturing));
  }

  end(): void {
    for (const ending of this.#endings.splice(0)) ending();
  }
}

/** Calls `draw` at most once a frame, and not while something is pressed. */
export function onceAFrame(draw: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    // A hidden page gets no frames, and must not fall behind.
    const run = () => {
      isAsked = false;
      draw();
    };
    const runSoon = () => whenReleased(run);
    if (document.hidden) setTimeout(runSoon, 50);
    else requestAnimationFrame(runSoon);
  };
}

export const isTouch = (): boolean => matchMedia("(pointer: coarse)").matches;
export const isPhone = (): boolean => matchMedia("(max-width: 719px)").matches;

export type { Client };
