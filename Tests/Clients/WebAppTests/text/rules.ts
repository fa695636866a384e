import { readFileSync } from "node:fs";
import type { OutboxEntry } from "../../../../Sources/Clients/WebApp/src/store/model";
import { ready } from "../../../../Sources/Clients/WebApp/src/store/sender";
import { folded } from "../../../../Sources/Clients/WebApp/src/text/safe";

/** Plays the rules of `fixtures/client-rules.jsonl` that SpotterClient has, too. */

interface Case {
  outbox?: string[];
  ready?: number[];
  name?: string;
  query?: string;
  found?: boolean;
}

const states: { [name: string]: OutboxEntry["state"] } = {
  staged: { kind: "staged" }, sending: { kind: "sending" }, sent: { kind: "sent", seq: 7 },
  failed: { kind: "failed", code: "", reason: "", retryable: true },
};

let failures = 0;
for (const line of readFileSync(process.argv[2] ?? "", "utf8").split("\n").filter((line) => line !== "")) {
  const expected = JSON.parse(line) as Case;
  const { outbox = [], name = "", query = "" } = expected;
  const entries = outbox.map((text, number): OutboxEntry => {
    const [chatId = "", state = ""] = text.split(" ");
    return { id: String(number), chatId, text: "", replyTo: null, attachments: [], writtenAt: "", state: states[state] ?? { kind: "staged" } };
  });
  const sent = ready(entries).map(({ id }) => Number(id));
  const isFound = folded(name).includes(folded(query));
  if (JSON.stringify(sent) === JSON.stringify(expected.ready ?? []) && isFound === (expected.found ?? true)) continue;
  console.log(`${line}\n  sent ${JSON.stringify(sent)}, found ${isFound}`);
  failures += 1;
}
process.exit(failures === 0 ? 0 : 1);
