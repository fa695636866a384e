/** Which messages are on the screen: from the position before the first to the last. A longer one counts once its end was seen. */
export function visibleRange(scroller: HTMLElement, list: HTMLElement, before: number): [after: number, through: number] | null {
  const view = scroller.getBoundingClientRect();
  let after: number | null = null;
  let through = 0;
  let previous = before;
  for (const element of list.children) {
    const seq = Number((element as HTMLElement).dataset.seq);
    if (!seq) continue;
    const place = element.getBoundingClientRect();
    if (place.bottom > view.top && place.bottom <= view.bottom + 8) {
      after ??= previous;
      through = seq;
    }
    previous = seq;
  }
  return after === null ? null : [after, through];
}

/** The first message that is seen, and where it is. */
export function firstVisible(scroller: HTMLElement, list: HTMLElement): { element: Element; top: number } | null {
  const { top } = scroller.getBoundingClientRect();
  for (const element of list.children) {
    const place = element.getBoundingClientRect();
    if (place.bottom > top && element.classList.contains("msg")) return { element, top: place.top };
  }
  return null;
}
