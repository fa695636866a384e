import { el } from "../../dom/element";
import { t } from "../../text";
import { format, number } from "../../text/format";
import { dayOf, longestStep, pathOf } from "./series";
import type { MeasurePoint, MeasureSeries } from "./series";
import { place, scaleOf } from "./scale";
import type { Scale } from "./scale";
import { svg } from "./svg";

const [width, height] = [640, 180];

/**
 * A line of one measure: gaps are left open, a goal is a dashed line, and a press on a point opens its message. It's
 * drawn as two paths, however many points there are.
 */
export function lineChart(series: MeasureSeries, goal: number | null, open: (point: MeasurePoint) => void): HTMLElement {
  const points = series.points;
  const scale = scaleOf(points.map(dayOf), points.map(({ value }) => value), width, height, goal === null ? [] : [goal]);
  const mark = svg("circle", { r: 5, class: "mark", cx: -10, cy: -10 });
  const picture = svg("svg", { viewBox: `-8 -8 ${width + 16} ${height + 16}`, class: "chart", "aria-hidden": "true", preserveAspectRatio: "none" },
    ...(goal === null ? [] : [svg("path", { class: "goal", d: `M0 ${place(scale.y(goal))}H${width}` })]),
    svg("path", { class: "line", d: line(points, scale) }),
    svg("path", { class: "dots", d: points.map((point) => `M${place(scale.x(dayOf(point)))} ${place(scale.y(point.value))}h0`).join("") }),
    mark);
  // Whoever can't see the picture has the table.
  const told = el("p.told.sm", { "aria-hidden": "true" });
  const near = (event: PointerEvent): MeasurePoint | undefined => {
    const box = picture.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.left) / box.width) * (width + 16) - 8, ((event.clientY - box.top) / box.height) * (height + 16) - 8];
    return nearest(points, scale, x, y);
  };
  picture.addEventListener("pointermove", (event) => {
    const point = near(event);
    if (point === undefined) return;
    mark.setAttribute("cx", String(place(scale.x(dayOf(point)))));
    mark.setAttribute("cy", String(place(scale.y(point.value))));
    told.textContent = `${dayName(point)}: ${said(point, series)}`;
  });
  picture.addEventListener("click", (event) => {
    const point = near(event as PointerEvent);
    if (point !== undefined) open(point);
  });
  return el("figure.progress", {},
    el("figcaption.row", {}, el("h4.grow", {}, nameOf(series)), el("span.sm.m", {}, summary(series, goal))),
    el("div.row.chartbox", {},
      el("div.bounds.xs.m", { "aria-hidden": "true" }, el("span", {}, rounded(scale.high)), el("span", {}, rounded(scale.low))), picture),
    told, table(series));
}

/** A line so small that it stands within another one. */
export function sparkline(series: MeasureSeries): SVGElement {
  const points = series.points.slice(-60);
  const scale = scaleOf(points.map(dayOf), points.map(({ value }) => value), 60, 16);
  return svg("svg", { viewBox: "-2 -2 64 20", class: "sparkline", role: "img", "aria-label": `${nameOf(series)}: ${summary(series, null)}` },
    svg("path", { class: "line", d: line(points, scale) }));
}

function line(points: MeasurePoint[], scale: Scale): string {
  const longest = longestStep(points);
  let last = -Infinity;
  return points.map((point) => {
    const day = dayOf(point);
    const command = day - last > longest ? "M" : "L";
    last = day;
    return `${command}${place(scale.x(day))} ${place(scale.y(point.value))}`;
  }).join("");
}

/** Points are in the order of their days, so that only those beside a place are looked at. */
export function nearest(points: MeasurePoint[], scale: Scale, x: number, y: number): MeasurePoint | undefined {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scale.x(dayOf(points[middle]!)) < x) low = middle + 1;
    else high = middle;
  }
  let [best, distance] = [points[low] ?? points[low - 1], Infinity];
  for (const point of points.slice(Math.max(0, low - 20), low + 20)) {
    const away = Math.hypot(scale.x(dayOf(point)) - x, scale.y(point.value) - y);
    if (away < distance) [best, distance] = [point, away];
  }
  return best;
}

/** The same for whoever can't see the picture, made when it's opened: thousands of rows take longer than the line. */
function table(series: MeasureSeries): HTMLElement {
  const details = el("details", {}, el("summary.sm", {}, t.progressTable(series.points.length)));
  details.addEventListener("toggle", () => {
    if (!details.open || details.querySelector("table") !== null) return;
    const rows = [...series.points].reverse().map((point) => {
      const href = pathOf(point);
      return el("tr", {}, el("th", { scope: "row" }, dayName(point)), el("td", {}, said(point, series)),
        el("td", {}, href === null ? null : el("a", { href }, t.progressMessage)));
    });
    details.append(el("div.scroll", { tabindex: "0", role: "region", "aria-label": nameOf(series) }, el("table", {},
      el("caption.vh", {}, nameOf(series)),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t.progressDay), el("th", { scope: "col" }, nameOf(series)), el("th", { scope: "col" }, t.progressMessage))),
      el("tbody", {}, ...rows))));
  });
  return details;
}

export function nameOf(series: MeasureSeries): string {
  const name = t.measures[series.kind] ?? series.kind;
  return series.detail === "" ? name : `${name}: ${series.detail}`;
}

function summary(series: MeasureSeries, goal: number | null): string {
  const [first, last] = [series.points[0], series.points[series.points.length - 1]];
  if (first === undefined || last === undefined) return "";
  const change = last.value - first.value;
  const told = [said(last, series)];
  if (series.points.length > 1) told.push(`${change > 0 ? "+" : ""}${rounded(change)}`);
  if (goal !== null) told.push(t.progressGoal(inUnit(rounded(goal), series)));
  return told.join(" · ");
}

function said(point: MeasurePoint, series: MeasureSeries): string {
  const value = rounded(point.value);
  const told = [inUnit(point.diastolic === null ? value : `${value}/${rounded(point.diastolic)}`, series)];
  if (point.repetitions !== null) told.push(`${point.sets ?? 1}×${point.repetitions}`);
  // A run has its time, and how long a kilometre or mile of it took.
  if (point.seconds !== null) told.push(clockOf(point.seconds), `${clockOf(point.seconds / point.value)} /${series.unit}`);
  return told.join(" · ");
}

/** `52:30`, `1:02:03` */
function clockOf(time: number): string {
  const seconds = Math.round(time);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function inUnit(value: string, { kind, unit }: MeasureSeries): string {
  // A coach's own measure has a scale of its own.
  if (unit === "points" && kind in t.measures) return `${value}/10`;
  return unit === "steps" ? value : `${value} ${unit}`;
}

function dayName(point: MeasurePoint): string {
  return format(dayOf(point) * 86_400_000, { day: "numeric", month: "short", year: "numeric" }, "UTC");
}

function rounded(value: number): string {
  return number(Math.round(value * 100) / 100);
}
