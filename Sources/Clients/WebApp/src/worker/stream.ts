/** A player asks for parts of a file by an address, and can't send a token. Requests with this query get that of their page. */
export const streamQuery = "?stream";

/** The page of the player. */
interface Page {
  postMessage(message: unknown, transfer: Transferable[]): void;
}

export function isStream(url: URL): boolean {
  return url.search === streamQuery && /^\/v1\/media\/[\w-]+\/content$/.test(url.pathname);
}

/** Asks for the part of a file that a player wants. A token that has expired meanwhile is renewed by the page. */
export async function stream(request: Request, page: Page | undefined): Promise<Response> {
  const first = await tokenOf(page, null);
  const answer = await part(request, first);
  return shown(answer.status === 401 && first !== null ? await part(request, await tokenOf(page, first)) : answer);
}

async function part(request: Request, token: string | null): Promise<Response> {
  const headers = new Headers({ Authorization: `Bearer ${token ?? ""}` });
  const range = request.headers.get("Range");
  if (range !== null) headers.set("Range", range);
  return fetch(new URL(request.url).pathname, { headers, credentials: "omit", signal: request.signal });
}

/** @param rejected the one that the server has refused. */
function tokenOf(page: Page | undefined, rejected: string | null): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(typeof event.data === "string" ? event.data : null);
    if (page === undefined) resolve(null);
    else page.postMessage({ token: { rejected } }, [port2]);
  });
}

/** What phones of Apple record is H.264 in another box; browsers play it if it isn't called by that name. */
function shown(answer: Response): Response {
  if (answer.headers.get("Content-Type") !== "video/quicktime") return answer;
  const headers = new Headers(answer.headers);
  headers.set("Content-Type", "video/mp4");
  return new Response(answer.body, { status: answer.status, headers });
}
