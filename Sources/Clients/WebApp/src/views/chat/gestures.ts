import type { Message } from "../../api/types";
import { touchGestures } from "../touch-gestures";
import type { Timeline } from "./timeline";

/** What fingers do with a message: a long press chooses it, a swipe in the direction of reading answers it. @returns the end of it. */
export function messageGestures(view: HTMLElement, timeline: Timeline, reply: (message: Message) => void): () => void {
  return touchGestures(view, {
    elements: ".msg[data-id]",
    others: ".acts,input,video",
    touched: () => timeline.choice.clear(),
    long: (element) => timeline.choice.choose(element),
    swipe: (element, forth) => {
      const message = forth ? timeline.messageOf(element) : undefined;
      return message === undefined ? null : () => message.deletedAt === null && reply(message);
    },
  });
}
