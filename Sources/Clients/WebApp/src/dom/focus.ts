/** Draws anew, and gives the focus to what has the same name as what had it before. */
export function keepingFocus(root: Element, draw: () => void): void {
  const before = root.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  draw();
  if (before === null || root.contains(document.activeElement)) return;
  for (const element of root.querySelectorAll<HTMLElement>("button,a,input,select,textarea")) {
    if (nameOf(element) === before) return element.focus();
  }
}

function nameOf(element: Element | null): string | null {
  return element === null ? null : element.getAttribute("aria-label") ?? element.textContent;
}
