/** What a client measures, as the server tells it: `GET /v1/clients/{userId}/measures`. */
export interface MeasurePoint {
  id: string;
  /** To whom it was told. */
  trainerId: string;
  /** `YYYY-MM-DD` */
  day: string;
  value: number;
  /** In the unit of then. */
  said: string;
  diastolic: number | null;
  repetitions: number | null;
  sets: number | null;
  /** How long a run took. */
  seconds: number | null;
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

/** What one trainer was told: a client with several sees everything at once. */
export function toldTo(trainerId: string, series: MeasureSeries[]): MeasureSeries[] {
  return series.map((one) => ({ ...one, points: one.points.filter((point) => point.trainerId === trainerId) })).filter(({ points }) => points.length > 0);
}

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

/** What stands before a weight that somebody wants to have. Without it the number may be what they want to lose. */
const towards = /(?:^|[\s,(])(?:to|at|under|below|hold|keep|reach|hit|weigh|be|target|goal|a|en|hasta|pesar|alcanzar|auf|unter|bei|halten|wiegen|à|sous|peser|atteindre|para|até|till|på|väga):?\s+(?:about |around |unos |etwa |environ |cerca de |ungefär )?$/iu;

/** What is lifted isn't weighed: "deadlift 100 kg". */
const lifted = /squat|bench|lift|press|\brows?\b|clean|snatch|curl|lunge|thrust|bell\b|sentadilla|muerto|banca|beuge|heben|bankdr|développ|soulev|supino|agachamento|levantamento|terra|böj|mark/iu;

/** The weight that a goal names in the unit of a series: "get down to 78 kg". */
export function goalIn(texts: string[], series: Pick<MeasureSeries, "kind" | "unit">): number | null {
  if (series.kind !== "weight") return null;
  for (const text of texts.filter((one) => !lifted.test(one))) {
    for (const found of text.matchAll(/(^|[^\d.,])(\d{2,3}(?:[.,]\d)?)\s*(kg|lbs?)\b/gi)) {
      const [all = "", first = "", number = "", unit = ""] = found;
      const isAlone = all === text.trim();
      const isMeant = isAlone || towards.test(text.slice(0, (found.index ?? 0) + first.length));
      if (isMeant && unit.toLowerCase().startsWith(series.unit)) return Number(number.replace(",", "."));
    }
  }
  return null;
}
