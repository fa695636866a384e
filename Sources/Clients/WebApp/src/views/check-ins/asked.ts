import type { AskedCheckIn, CheckInQuestion } from "../../api/types";

/** The questions that have no answer yet, with their numbers. */
export function openQuestions(asked: AskedCheckIn): { number: number; question: CheckInQuestion }[] {
  const answered = new Set(asked.answers.map(({ question }) => question));
  return asked.questions.map((question, index) => ({ number: index + 1, question })).filter(({ number }) => !answered.has(number));
}

/** The values of a scale, if they are few enough to be tapped. */
export function values({ min = 1, max = 10 }: CheckInQuestion): number[] | null {
  return max - min > 10 ? null : Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

/** In which units measures are, unless a question names another one. */
const units: { [measure: string]: string } = {
  weight: "kg", lift: "kg", waist: "cm", hips: "cm", chest: "cm", thigh: "cm", arm: "cm", neck: "cm", shoulders: "cm", forearm: "cm", calf: "cm", bodyFat: "%", restingPulse: "bpm", bloodPressure: "mmHg", sleep: "h", run: "km",
};

/** The question with its unit or its ends. */
export function promptOf(question: CheckInQuestion): string {
  const { kind, prompt, unit, measure = "", min = 1, max = 10 } = question;
  const hint = kind === "scale" ? `${min}–${max}` : kind === "number" ? unit ?? units[measure] : undefined;
  return hint === undefined ? prompt : `${prompt} (${hint})`;
}
