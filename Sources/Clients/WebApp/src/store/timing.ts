/** Delays between attempts: exponential with full jitter, so that the clients of a restarted server don't all return at once. */
export class Backoff {
  #attempts = 0;

  constructor(private readonly random: () => number = Math.random) {}

  /** Milliseconds until the next attempt. */
  next(): number {
    const longest = Math.min(30_000, 200 * 2 ** Math.min(this.#attempts++, 20));
    return longest * this.random();
  }

  reset(): void {
    this.#attempts = 0;
  }
}

/** A pause that can be ended early. */
export class Pause {
  #wake: (() => void) | null = null;

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  end(): void {
    this.#wake?.();
    this.#wake = null;
  }
}

/** The server's clock, as far as it's known: devices' clocks are often wrong. */
export const serverClock = {
  offset: 0,

  /** @returns whether what is shown may be wrong by more than a minute. */
  set(serverTime: string): boolean {
    const before = this.offset;
    this.offset = Date.parse(serverTime) - Date.now();
    return Math.abs(this.offset - before) > 60_000;
  },

  now(): number {
    return Date.now() + this.offset;
  },
};

/** A new id (UUIDv7): later ones are greater, so that they keep the order of writing. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  lastTime = Math.max(Date.now(), lastTime + 1);
  let time = lastTime;
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = time % 256;
    time = Math.floor(time / 256);
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
}

let lastTime = 0;
