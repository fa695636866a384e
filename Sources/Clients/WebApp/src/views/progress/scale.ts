/** Maps days and values to places in a picture. */
export interface Scale {
  x(day: number): number;
  y(value: number): number;
  low: number;
  high: number;
}

/** A picture of all points, with room above and below, and of `also`, such as a goal. */
export function scaleOf(days: number[], values: number[], width: number, height: number, also: number[] = []): Scale {
  const [first, last] = [days[0] ?? 0, days[days.length - 1] ?? 0];
  let [low, high] = [Infinity, -Infinity];
  for (const value of [values, also].flat()) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const room = high > low ? (high - low) * 0.08 : Math.max(1, Math.abs(high) * 0.05);
  const [bottom, top] = [low - room, high + room];
  return {
    x: (day) => (last > first ? ((day - first) / (last - first)) * width : width / 2),
    y: (value) => height - ((value - bottom) / (top - bottom)) * height,
    low,
    high,
  };
}

/** One decimal is enough for a picture. */
export const place = (value: number): number => Math.round(value * 10) / 10;
