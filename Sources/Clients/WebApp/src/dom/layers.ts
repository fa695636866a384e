/**
 * What lies over a page on a phone (a pane, a photo, a dialog, a menu) is an entry of the history, so that Back closes it and
 * nothing else. A layer that is closed by other means takes its entry along.
 */
interface Layer {
  id: number;
  close: () => void;
}

const open: Layer[] = [];
let last = 0;
let isGoingBack = false;

const isPhone = () => matchMedia("(max-width: 719px)").matches;
const entry = (): number | undefined => (history.state as { layer?: number } | null)?.layer;

/** @param close called by Back. @returns what is to be called when the layer has closed. */
export function openLayer(close: () => void): () => void {
  if (!isPhone()) return () => undefined;
  const layer = { id: (last += 1), close };
  const state = { layer: layer.id };
  // The entry of one that has just closed, such as the menu that led here, serves again.
  const before = entry();
  if (before !== undefined && !open.some(({ id }) => id === before)) history.replaceState(state, "");
  else history.pushState(state, "");
  open.push(layer);
  return () => {
    const index = open.indexOf(layer);
    if (index < 0) return;
    open.splice(index, 1);
    // Not at once: what closes it may lead to another page, whose entry takes the place of this one.
    setTimeout(() => {
      if (entry() !== layer.id || isGoingBack) return;
      isGoingBack = true;
      history.back();
    });
  };
}

/** Whether the entry that is shown belongs to a layer: another page takes its place. */
export function isLayerEntry(): boolean {
  return entry() !== undefined;
}

/** Closes what lies above the entry that has come. @returns whether that was all that happened. */
export function layersPopped(): boolean {
  if (isGoingBack) {
    isGoingBack = false;
    return true;
  }
  const reached = entry() ?? 0;
  const above = open.filter(({ id }) => id > reached);
  for (const layer of above.reverse()) {
    open.splice(open.indexOf(layer), 1);
    layer.close();
  }
  return above.length > 0;
}
