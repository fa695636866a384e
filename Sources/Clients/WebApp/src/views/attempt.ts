import { ApiError } from "../api/errors";
import { toast } from "../dom/overlay";
import { t } from "../text";

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

/** The server's own words, or ours when it wasn't heard. */
export function whyOf(error: unknown): string {
  if (error instanceof ApiError && error.code === "unreachable") return t.unreachable;
  return error instanceof Error ? error.message : String(error);
}
