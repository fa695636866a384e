import type { Message } from "../../api/types";
import { Endings, isTouch } from "../view";
import type { Timeline } from "./timeline";

/** How long a finger rests for a long press, in milliseconds. */
const long = 450;
/** How far a finger goes, in pixels, before it's a swipe, and before the swipe answers. */
const [begins, answers, farthest] = [12, 56, 72];

interface Touch {
  element: HTMLElement;
  x: number;
  y: number;
  isSwipe: boolean;
  by: number;
}

/** What fingers do with a message: a long press chooses it, a swipe in the direction of reading answers it. @returns the end of it. */
export function messageGestures(view: HTMLElement, timeline: Timeline, reply: (message: Message) => void): () => void {
  const endings = new Endings();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touch: Touch | null = null;
  /** The click that follows belongs to the gesture. */
  let isTaken = false;
  const end = () => {
    clearTimeout(timer);
    const message = touch?.isSwipe && touch.by >= answers ? timeline.messageOf(touch.element) : undefined;
    if (touch !== null) touch.element.style.transform = "";
    touch = null;
    return message;
  };
  endings.listen(view, "pointerdown", (event: PointerEvent) => {
    end();
    isTaken = false;
    const target = event.target as Element;
    if (event.pointerType === "mouse") return;
    if (!target.closest(".acts")) timeline.choice.clear();
    const element = target.closest<HTMLElement>(".msg[data-id]");
    if (element === null || target.closest(".acts,input,video") !== null) return;
    touch = { element, x: event.clientX, y: event.clientY, isSwipe: false, by: 0 };
    timer = setTimeout(() => {
      isTaken = true;
      touch = null;
      timeline.choice.choose(element);
    }, long);
  });
  endings.listen(view, "pointermove", (event: PointerEvent) => {
    if (touch === null) return;
    const direction = getComputedStyle(view).direction === "rtl" ? -1 : 1;
    const [by, down] = [(event.clientX - touch.x) * direction, Math.abs(event.clientY - touch.y)];
    if (Math.hypot(by, down) > 8) clearTimeout(timer);
    if (!touch.isSwipe && down > begins) return void end();
    if (by > begins && by > 2 * down) touch.isSwipe = isTaken = true;
    if (!touch.isSwipe) return;
    touch.by = by;
    touch.element.style.transform = `translateX(${Math.min(Math.max(by, 0), farthest) * direction}px)`;
  });
  endings.listen(view, "pointerup", () => {
    const message = end();
    if (message !== undefined && message.deletedAt === null) reply(message);
  });
  endings.listen(view, "pointercancel", () => {
    if (touch !== null) touch.by = 0;
    end();
  });
  // What was pressed for long, or swiped, isn't opened as well.
  endings.listen(timeline.element, "click", (event: MouseEvent) => {
    if (!isTaken || (event.target as Element).closest(".acts") !== null) return;
    isTaken = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  endings.listen(view, "contextmenu", (event: MouseEvent) => {
    if (isTouch() && (event.target as Element).closest(".bub")) event.preventDefault();
  });
  return () => endings.end();
}
