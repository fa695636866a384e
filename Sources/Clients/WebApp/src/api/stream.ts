import type { Http } from "./http";

export interface StreamEvent {
  event: string;
  data: unknown;
}

/** Reads server-sent events as they arrive. Lines can be cut anywhere. */
export class EventLines {
  #rest = "";
  #event = "";
  #data = "";

  take(text: string): StreamEvent[] {
    const lines = (this.#rest + text).split(/\r?\n/);
    this.#rest = lines.pop() ?? "";
    const found: StreamEvent[] = [];
    for (const line of lines) {
      if (line.startsWith("event:")) this.#event = line.slice(6).trim();
      else if (line.startsWith("data:")) this.#data += line.slice(5).trimStart();
      else if (line === "") {
        if (this.#data !== "") found.push({ event: this.#event, data: parse(this.#data) });
        this.#event = "";
        this.#data = "";
      }
    }
    return found;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Posts a question, and calls `on` for each event of the answer. */
export async function stream(http: Http, path: string, body: unknown, on: (event: StreamEvent) => void): Promise<void> {
  const response = await http.respond(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    body: JSON.stringify(body),
  });
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  const lines = new EventLines();
  for (;;) {
    const { done, value } = await reader.read();
    for (const event of lines.take(done ? "\n\n" : decoder.decode(value, { stream: true }))) on(event);
    if (done) return;
  }
}
