/**
 * Shows items as children of `parent`, one element per key. Elements of keys that stay are kept and moved, and what has the
 * focus in them keeps it. An element that another list has taken over is left to it.
 */
export class KeyedList<Item> {
  #elements = new Map<string, { element: HTMLElement; item: Item }>();

  constructor(
    private readonly parent: Element,
    private readonly keyOf: (item: Item) => string,
    private readonly make: (item: Item, before: HTMLElement | null) => HTMLElement,
    private readonly isSame: (a: Item, b: Item) => boolean = Object.is,
  ) {}

  /** Shows exactly these items in this order. A changed item gets a new element in the place of the old one. */
  show(items: readonly Item[]): void {
    const next = new Map<string, { element: HTMLElement; item: Item }>();
    const focused = document.activeElement;
    let place: ChildNode | null = this.parent.firstChild;
    for (const item of items) {
      const key = this.keyOf(item);
      if (next.has(key)) continue;
      const old = this.#elements.get(key);
      const kept = old !== undefined && this.isSame(old.item, item);
      const element = kept ? old.element : this.make(item, old?.element ?? null);
      if (old !== undefined && old.element !== element) {
        if (place === old.element) place = element;
        old.element.replaceWith(element);
      }
      next.set(key, { element, item });
      if (place === element) place = element.nextSibling;
      else this.parent.insertBefore(element, place);
    }
    for (const [key, { element }] of this.#elements) if (!next.has(key) && element.parentNode === this.parent) element.remove();
    this.#elements = next;
    // Moving an element takes the focus from it.
    if (focused instanceof HTMLElement && focused !== document.activeElement && this.parent.contains(focused)) focused.focus({ preventScroll: true });
  }

  element(key: string): HTMLElement | undefined {
    return this.#elements.get(key)?.element;
  }
}
