import { Endings, isTouch } from "./view";

/** How long a finger rests for a long press, in milliseconds. */
const long = 450;
/** How far a finger goes, in pixels, before it's a swipe, before the swipe counts, and before it's a long one. */
const [begins, counts, isLong] = [12, 56, 150];
/** How far an element follows it. */
const farthest = 72;

/** What fingers do with the elements of a view. */
export interface TouchDeeds {
  /** The elements that can be pressed for long and swiped. */
  elements: string;
  /** What in them has gestures of its own. */
  others: string;
  /** A finger comes down anywhere but on the others. */
  touched?(): void;
  long(element: HTMLElement): void;
  /**
   * @param forth whether it's in the direction of reading.
   * @param isFar whether it's a long one.
   * @returns what a swipe of the element does; `null` if it can't be swiped so.
   */
  swipe(element: HTMLElement, forth: boolean, isFar: boolean): (() => void) | null;
}

interface Touch {
  element: HTMLElement;
  x: number;
  y: number;
  isSwipe: boolean;
  by: number;
}

/** Lets fingers press elements of a view for long, and swipe them. @returns the end of it. */
export function touchGestures(view: HTMLElement, deeds: TouchDeeds): () => void {
  const endings = new Endings();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touch: Touch | null = null;
  /** The click that follows belongs to the gesture. */
  let isTaken = false;
  const end = () => {
    clearTimeout(timer);
    const ended = touch;
    if (touch !== null) touch.element.style.transform = "";
    touch = null;
    return ended;
  };
  endings.listen(view, "pointerdown", (event: PointerEvent) => {
    end();
    isTaken = false;
    const target = event.target as Element;
    if (event.pointerType === "mouse") return;
    const isOther = target.closest(deeds.others) !== null;
    if (!isOther) deeds.touched?.();
    const element = target.closest<HTMLElement>(deeds.elements);
    if (element === null || isOther) return;
    touch = { element, x: event.clientX, y: event.clientY, isSwipe: false, by: 0 };
    timer = setTimeout(() => {
      isTaken = true;
      touch = null;
      deeds.long(element);
    }, long);
  });
  endings.listen(view, "pointermove", (event: PointerEvent) => {
    if (touch === null) return;
    const direction = getComputedStyle(view).direction === "rtl" ? -1 : 1;
    const [by, down] = [(event.clientX - touch.x) * direction, Math.abs(event.clientY - touch.y)];
    if (Math.hypot(by, down) > 8) clearTimeout(timer);
    if (!touch.isSwipe && down > begins) return void end();
    const isPossible = Math.abs(by) > begins && deeds.swipe(touch.element, by > 0, Math.abs(by) >= isLong) !== null;
    if (isPossible && Math.abs(by) > 2 * down) touch.isSwipe = isTaken = true;
    if (!touch.isSwipe) return;
    touch.by = isPossible ? by : 0;
    touch.element.style.transform = touch.by === 0 ? "" : `translateX(${Math.min(Math.max(touch.by, -farthest), farthest) * direction}px)`;
  });
  endings.listen(view, "pointerup", () => {
    const ended = end();
    if (ended !== null && ended.isSwipe && Math.abs(ended.by) >= counts) deeds.swipe(ended.element, ended.by > 0, Math.abs(ended.by) >= isLong)?.();
  });
  endings.listen(view, "pointercancel", () => end());
  // What was pressed for long, or swiped, isn't opened as well.
  endings.listen(view, "click", (event: MouseEvent) => {
    if (!isTaken || (event.target as Element).closest(deeds.others) !== null) return;
    isTaken = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  endings.listen(view, "contextmenu", (event: MouseEvent) => {
    if (isTouch() && (event.target as Element).closest(deeds.elements)) event.preventDefault();
  });
  return () => endings.end();
}
