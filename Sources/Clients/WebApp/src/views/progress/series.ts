/** What a client measures, as the server tells it: `GET /v1/clients/{userId}/measures`. */
export interface MeasurePoint {
  id: string;
  /** `YYYY-MM-DD` */
  day: string;
  value: number;
  /** In the unit of then. */
  said: string;
  diastolic: number | null;
  messageId: string | null;
  chatId: string | null;
}

export interface MeasureSeries {
  kind: string;
  detail: string;
  unit: string;
  points: MeasurePoint[];
}

export interface MeasuresAnswer {
  series: MeasureSeries[];
  hasMore: boolean;
}

const dayLength = 86_400_000;

export function dayOf(point: MeasurePoint): number {
  return Date.parse(`${point.day}T00:00:00Z`) / dayLength;
}

/** Where its message is; `null` if it was written down by hand. */
export function pathOf({ chatId, messageId }: MeasurePoint): string | null {
  return chatId === null || messageId === null ? null : `/chats/${chatId}/messages/${messageId}`;
}

/** Where a line stops being one: nothing was measured for three times as long as usual, and for more than two weeks. */
export function longestStep(points: MeasurePoint[]): number {
  const steps = points.slice(1).map((point, index) => dayOf(point) - dayOf(points[index]!)).filter((step) => step > 0);
  const usual = steps.sort((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 1;
  return Math.max(14, usual * 3);
}

/** The weight that a goal names in the unit of a series: "get down to 78 kg". */
export function goalIn(texts: string[], series: MeasureSeries): number | null {
  if (series.kind !== "weight") return null;
  for (const text of texts) {
    const [, number, unit] = /(\d{2,3}(?:[.,]\d)?)\s*(kg|lbs?)\b/i.exec(text) ?? [];
    if (number === undefined || unit === undefined) continue;
    if (unit.toLowerCase().startsWith(series.unit)) return Number(number.replace(",", "."));
  }
  return null;
}
