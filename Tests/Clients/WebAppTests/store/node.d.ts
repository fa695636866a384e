// Of node, what cases.ts needs.
declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf8"): string;
}

declare const process: { argv: string[]; exit(code: number): never };
