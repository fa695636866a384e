import { isPhone } from "../view";

/** The message that is chosen by keys or a long press. A message that is drawn anew stays chosen. */
export class ChosenMessage {
  id: string | null = null;

  constructor(
    private readonly list: HTMLElement,
    private readonly onChoice: (element: HTMLElement) => void,
  ) {}

  /** Marks it again after drawing; it keeps the focus that the list had. */
  restore(hadFocus: boolean): void {
    if (this.id === null) return;
    const element = this.elementOf(this.id);
    if (element !== undefined) this.#show(element);
    if (hadFocus && !this.list.contains(document.activeElement)) element?.focus({ preventScroll: true });
  }

  step(by: -1 | 1): void {
    const all = [...this.list.querySelectorAll<HTMLElement>(".msg[data-id]")];
    const index = all.findIndex((element) => element.classList.contains("chosen"));
    const next = all[index < 0 ? (by < 0 ? all.length - 1 : 0) : index + by];
    if (next === undefined) return;
    this.choose(next);
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }

  choose(element: HTMLElement): void {
    this.clear();
    this.id = element.dataset.id ?? null;
    this.#show(element);
  }

  #show(element: HTMLElement): void {
    element.classList.add("chosen");
    this.onChoice(element);
    this.#place(element);
  }

  /** The bar of a message is above it; where there's no room, below it; beside the edge if it fills the screen. */
  #place(element: HTMLElement): void {
    const bar = element.querySelector<HTMLElement>(".acts");
    const bubble = element.querySelector(".bub")?.getBoundingClientRect();
    const room = element.closest(".scroll")?.getBoundingClientRect();
    if (bar === null || bubble === undefined || room === undefined || !isPhone()) return;
    const needed = bar.offsetHeight + 4;
    const top = bubble.top - needed >= room.top ? -needed
      : bubble.bottom + needed <= room.bottom ? bubble.height + 4
      : room.top - bubble.top + 4;
    bar.style.insetBlockStart = `${top}px`;
  }

  /** @returns whether one was chosen. */
  clear(): boolean {
    this.id = null;
    const chosen = this.list.querySelectorAll(".chosen");
    for (const element of chosen) element.classList.remove("chosen");
    return chosen.length > 0;
  }

  elementOf(messageId: string): HTMLElement | undefined {
    return this.list.querySelector<HTMLElement>(`[data-id="${CSS.escape(messageId)}"]`) ?? undefined;
  }
}
