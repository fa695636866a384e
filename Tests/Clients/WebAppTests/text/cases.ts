import { readFileSync } from "node:fs";
import { isSameName, parts } from "../../../../Sources/Clients/WebApp/src/text/safe";

/** Finds the mentions and addresses of `fixtures/addresses.jsonl` as the server and the terminal do. */

interface Case {
  text: string;
  names?: string[];
  mentions?: string[];
  links?: string[];
  mails?: string[];
}

let failures = 0;
for (const line of readFileSync(process.argv[2] ?? "", "utf8").split("\n").filter((line) => line !== "")) {
  const { text, names = [], mentions = [], links = [], mails = [] } = JSON.parse(line) as Case;
  const found = parts(text, names);
  const shown = (isWanted: (href: string) => boolean) =>
    found.filter(({ kind, href = "" }) => kind === "link" && isWanted(href)).map((part) => part.text);
  const marked = found.filter(({ kind }) => kind === "mention").map((part) => part.text.slice(1));
  const named = names.filter((name) => marked.some((text) => isSameName(text, name)));
  const actual = {
    whole: found.map((part) => part.text).join(""),
    mentions: named,
    links: shown((href) => !href.startsWith("mailto:")),
    mails: shown((href) => href.startsWith("mailto:")),
  };
  const expected = { whole: text, mentions, links, mails };
  if (JSON.stringify(actual) === JSON.stringify(expected)) continue;
  console.log(`${line}\n  found ${JSON.stringify(actual)}`);
  failures += 1;
}
process.exit(failures === 0 ? 0 : 1);
