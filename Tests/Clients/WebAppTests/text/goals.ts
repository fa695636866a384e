import { goalIn } from "../../../../Sources/Clients/WebApp/src/views/progress/series";

/** Which weight a goal names: not what is to be lost or lifted. */
const cases: [text: string, unit: string, goal: number | null][] = [
  ["Get down to 61 kg", "kg", 61], ["I'm trying to hold 75 kg, was 79 at Christmas", "kg", 75], ["78,5 kg", "kg", 78.5],
  ["From 92 kg to 78 kg by June", "kg", 78], ["from 92 to 78 kg", "kg", 78], ["Weigh about 160 lbs", "lb", 160], ["Bajar a 61 kg", "kg", 61],
  ["Lose 10 kg", "kg", null], ["Lose 10 kg to 70 kg", "kg", 70], ["perder 10 kg", "kg", null], ["Lose 2.25 kg", "kg", null],
  ["wants to deadlift 100 kg", "kg", null], ["Goal for the year is a 200 kg squat", "kg", null], ["Bench up to 100 kg", "kg", null],
  ["Get to 160 lbs", "kg", null], ["Run 10 km", "kg", null], ["", "kg", null],
];
const wrong = cases.filter(([text, unit, goal]) => goalIn([text], { kind: "weight", unit }) !== goal);
for (const [text] of wrong) console.log(text);
process.exit(wrong.length === 0 && goalIn(["Get to 61 kg"], { kind: "waist", unit: "cm" }) === null ? 0 : 1);
