/** The largest a photo gets, and what two taps make it. */
const [most, twice] = [5, 2.5];
/** Two taps within this time, in milliseconds, and this distance, in pixels, belong together. */
const [together, near] = [300, 30];

interface Point {
  x: number;
  y: number;
}

/** A photo gets larger by two fingers, two taps, the wheel with Ctrl or the plus key; what is larger is moved by one finger. */
export class PhotoZoom {
  #scale = 1;
  #at: Point = { x: 0, y: 0 };
  readonly #fingers = new Map<number, Point>();
  #tapped = { time: 0, x: 0, y: 0 };

  constructor(private readonly place: HTMLElement) {
    place.addEventListener("pointerdown", (event) => this.#fingers.set(event.pointerId, this.#pointOf(event)));
    place.addEventListener("pointermove", (event) => this.#moved(event));
    place.addEventListener("pointerup", (event) => this.#lifted(event));
    for (const type of ["pointercancel", "pointerleave"] as const) {
      place.addEventListener(type, (event) => this.#fingers.delete(event.pointerId));
    }
    place.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.#zoom(this.#scale * Math.exp(-event.deltaY / 200), this.#pointOf(event));
    });
  }

  /** Then a finger moves the photo, instead of turning to the next one. */
  get isZoomed(): boolean {
    return this.#scale > 1;
  }

  /** More than one finger is on the photo. */
  get isPinched(): boolean {
    return this.#fingers.size > 1;
  }

  reset(): void {
    this.#zoom(1);
  }

  /** @returns whether the key was one of those that zoom. */
  key(key: string): boolean {
    const factor = { "+": 1.5, "=": 1.5, "-": 1 / 1.5, "0": 0 }[key];
    if (factor === undefined) return false;
    this.#zoom(this.#scale * factor);
    return true;
  }

  #moved(event: PointerEvent): void {
    const before = this.#fingers.get(event.pointerId);
    if (before === undefined) return;
    const now = this.#pointOf(event);
    const [other] = [...this.#fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.#fingers.set(event.pointerId, now);
    if (other !== undefined) {
      this.#zoom(this.#scale * (distance(now, other) / Math.max(distance(before, other), 1)), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    } else if (this.isZoomed) {
      this.#at = { x: this.#at.x + now.x - before.x, y: this.#at.y + now.y - before.y };
      this.#show();
    }
  }

  #lifted(event: PointerEvent): void {
    const wasPinched = this.isPinched;
    this.#fingers.delete(event.pointerId);
    const point = this.#pointOf(event);
    const isSecond = event.timeStamp - this.#tapped.time < together && distance(point, this.#tapped) < near;
    this.#tapped = { time: isSecond || wasPinched ? 0 : event.timeStamp, ...point };
    if (isSecond && (event.target as Element).matches("img")) this.#zoom(this.isZoomed ? 1 : twice, point);
  }

  /** @param around what stays where it is, from the middle of the place. */
  #zoom(scale: number, around: Point = { x: 0, y: 0 }): void {
    const next = Math.min(Math.max(scale, 1), most);
    const ratio = next / this.#scale;
    this.#at = { x: around.x - (around.x - this.#at.x) * ratio, y: around.y - (around.y - this.#at.y) * ratio };
    this.#scale = next;
    this.#show();
  }

  #show(): void {
    const image = this.place.querySelector("img");
    if (image === null) return;
    // No further than its edge.
    const slack = (whole: number, room: number) => Math.max(0, (whole * this.#scale - room) / 2);
    const within = (value: number, most: number) => Math.min(Math.max(value, -most), most);
    this.#at = {
      x: within(this.#at.x, slack(image.offsetWidth, this.place.clientWidth)),
      y: within(this.#at.y, slack(image.offsetHeight, this.place.clientHeight)),
    };
    image.style.transform = `translate(${this.#at.x}px, ${this.#at.y}px) scale(${this.#scale})`;
  }

  #pointOf(event: MouseEvent): Point {
    const box = this.place.getBoundingClientRect();
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
