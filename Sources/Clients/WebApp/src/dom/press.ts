/**
 * A browser makes no click of a press if what was pressed is replaced, moved or covered before it's let go. While a link or a
 * button is pressed, what comes by itself isn't drawn; it's drawn right after the click.
 */
let isPressed = false;
const waiting = new Set<() => void>();

/** Fingers get their click a moment after they're lifted; whoever only scrolled gets none. */
const patience = 300;

/** Draws now, or after the press that is under way. What waits already isn't added again. */
export function whenReleased(draw: () => void): void {
  if (isPressed) waiting.add(draw);
  else draw();
}

export function watchPresses(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const releaseIn = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(release, delay);
  };
  const press = (event: PointerEvent) => {
    clearTimeout(timer);
    isPressed = event.button === 0 && (event.target as Element).closest("a,button,label,summary") !== null;
    if (!isPressed) release();
  };
  addEventListener("pointerdown", press, true);
  addEventListener("pointerup", () => releaseIn(patience), true);
  // After the click's own handlers.
  for (const type of ["click", "pointercancel"]) addEventListener(type, () => releaseIn(0), true);
  // The window's own: what is pressed takes the focus from something else.
  addEventListener("blur", () => releaseIn(0));
}

function release(): void {
  isPressed = false;
  const draws = [...waiting];
  waiting.clear();
  for (const draw of draws) draw();
}
