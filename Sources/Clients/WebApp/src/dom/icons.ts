// The icons: paths on a grid of 24, drawn with the text's colour.

const svg = "http://www.w3.org/2000/svg";

const paths = {
  chats: "M4 5h16v11H9l-5 4z",
  today: "M4 6l1.5 1.5L8 5M4 12l1.5 1.5L8 11M4 18l1.5 1.5L8 17M11.5 6H20M11.5 12H20M11.5 18H20",
  spark: "M12 3l2.2 6.8L21 12l-6.8 2.2L12 21l-2.2-6.8L3 12l6.8-2.2z",
  cal: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
  gear: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM8 14.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z",
  search: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l4.5 4.5",
  plus: "M12 5v14M5 12h14",
  send: "M12 19V5M6 11l6-6 6 6",
  mic: "M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4",
  smile: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM8.5 14.5a4 4 0 0 0 7 0M9 9.5v.5M15 9.5v.5",
  clip: "M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.3 3.3 0 0 1 4.7 4.7L9.5 17a1.7 1.7 0 0 1-2.4-2.4L14.5 7",
  back: "M15 5l-7 7 7 7",
  panel: "M4 5h16v14H4zM15 5v14",
  reply: "M9 7l-5 5 5 5M4 12h10a6 6 0 0 1 6 6",
  check: "M5 12.5l4.5 4.5L19 7",
  x: "M6 6l12 12M18 6L6 18",
  warn: "M12 4l9 16H3zM12 10v4M12 17v.01",
  play: "M8 5.5v13l11-6.5z",
  pause: "M9 6v12M15 6v12",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  redo: "M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5",
  left: "M15 6l-6 6 6 6",
  right: "M9 6l6 6-6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  belloff: "M6 16V11a6 6 0 0 1 9-5.2M18 11v5l2 2H8M10 21h4M4 4l16 16",
  pin: "M9 4h6l-1 6 3 3H7l3-3zM12 13v7",
  key: "M15 4a5 5 0 1 1-4.6 7L4 17.4V20h3v-2h2v-2h1.5L12 14",
  phone: "M8 3h8v18H8zM11.5 18h1",
  server: "M4 5h16v6H4zM4 13h16v6H4zM8 8v.01M8 16v.01",
  user: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20a7.5 7.5 0 0 1 15 0",
  users: "M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 19a6.5 6.5 0 0 1 13 0M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14a6.5 6.5 0 0 1 3.5 5",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  dl: "M12 4v11M7 10l5 5 5-5M5 20h14",
  jump: "M8 16L17 7M9 7h8v8",
  off: "M3 9a14 14 0 0 1 5-3M12 5a14 14 0 0 1 9 4M7 13a8 8 0 0 1 3-1.7M15 11.6a8 8 0 0 1 2 1.4M12 18v.01M4 3l16 18",
  shield: "M12 3l7 3v6c0 4-3 7-7 9-4-2-7-5-7-9V6z",
  globe: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17",
  stop: "M7 7h10v10H7z",
  thumb: "M8 20H4.5V11H8M8 11l4-7.5c1.3 0 2.2 1.1 2 2.5L13.5 10H20l-1.5 10H8z",
  clock: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2",
  logo: "M5 8v8M2.5 10v4M19 8v8M21.5 10v4M5 12h14M8 16.5c1.5 2.3 6.500 2.300 8 0",
} as const;

const dots = "M12 4a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4zM12 10.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4zM12 16.6a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4z";

const ticks = {
  queued: "M9 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM9 5v3l2 1.5",
  sent: "M4 8.5l3.5 3.5L14 4.5",
  delivered: "M1.5 8.5L5 12l6-7.5M8 11l1 1 6.5-7.5",
  read: "M3 8.5L6 11.5 11.2 5M8.8 11l.6.5L15 5",
  failed: "M9 2.5l6.5 11h-13zM9 7v3M9 11.8v.01",
} as const;

export type IconName = keyof typeof paths | "more";
export type TickName = keyof typeof ticks;

function shape(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(svg, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** An icon without a name of its own: what it's in says what it does. */
export function icon(name: IconName, size = ""): SVGElement {
  const element = shape("svg", { class: `i ${size}`.trim(), viewBox: "0 0 24 24", "aria-hidden": "true" });
  element.append(
    name === "more"
      ? shape("path", { d: dots, fill: "currentColor", stroke: "none" })
      : shape("path", { d: paths[name] }),
  );
  return element;
}

/** A receipt. Each differs in shape, not only in colour. */
export function tick(name: TickName): SVGElement {
  const element = shape("svg", { class: "i tick", viewBox: "0 0 18 16", "aria-hidden": "true" });
  if (name === "read") {
    element.append(shape("rect", { width: "18", height: "16", rx: "5", fill: "currentColor", stroke: "none" }));
  }
  element.append(shape("path", name === "read" ? { d: ticks.read, class: "kn" } : { d: ticks[name] }));
  return element;
}
