import { ApiError } from "../api/errors";
import { toast } from "../dom/overlay";
import { t } from "../text";
import { duration } from "../text/format";

/** Does something that may fail, and says why when it does. @returns whether it was done. */
export async function attempt(body: () => Promise<unknown>): Promise<boolean> {
  try {
    await body();
    return true;
  } catch (error) {
    toast(t.couldNot(whyOf(error)));
    return false;
  }
}

/** Why something failed: the app's words for the server's code, where its language has some, else the server's own. */
export function whyOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.code === "unreachable") return t.unreachable;
  if (error.code === "rate_limited") return t.tooManyTries(duration(Math.max(error.retryAfterMs, 60_000), "long"));
  return t.errors[error.code] ?? error.message;
}
