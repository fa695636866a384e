// A WebSocket on which what is sent is heard twice, late, in another order or not at all, by a seed.

/** Mulberry32: small, and the same for a seed everywhere. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const faults = {
  random: generator(1),
  areOn: false,
  open: new Set<FaultySocket>(),
  counts: { lost: 0, repeated: 0, late: 0, cut: 0 },
};

/** What `Live` uses of a WebSocket. */
class FaultySocket {
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  private readonly socket: WebSocket;

  constructor(url: string) {
    this.socket = new RealSocket(url);
    this.socket.onopen = () => this.onopen?.();
    this.socket.onerror = () => this.onerror?.();
    this.socket.onmessage = (event) => this.arrived(event);
    this.socket.onclose = (event) => {
      faults.open.delete(this);
      this.onclose?.(event);
    };
    faults.open.add(this);
  }

  send(data: string): void {
    if (this.socket.readyState === RealSocket.OPEN) this.socket.send(data);
  }

  close(): void {
    this.socket.close();
  }

  /** Events of a chat's order may be lost, repeated or late: their positions tell. Others keep their order. */
  private arrived(event: MessageEvent): void {
    const frame = JSON.parse(String(event.data)) as { type: string; seq?: unknown; chatId?: unknown };
    const isDurable = typeof frame.seq === "number" && typeof frame.chatId === "string" && frame.type !== "resync";
    const chance = faults.areOn && isDurable ? faults.random() : 1;
    const { counts } = faults;
    if (chance < 0.04) {
      counts.lost += 1;
    } else if (chance < 0.1) {
      counts.repeated += 1;
      this.onmessage?.(event);
      this.onmessage?.(event);
    } else if (chance < 0.2) {
      counts.late += 1;
      setTimeout(() => this.socket.readyState === RealSocket.OPEN && this.onmessage?.(event), faults.random() * 40);
    } else if (chance < 0.22) {
      counts.cut += 1;
      this.socket.close();
    } else {
      this.onmessage?.(event);
    }
  }
}

const RealSocket = globalThis.WebSocket;
globalThis.WebSocket = FaultySocket as unknown as typeof WebSocket;
