/** Why a request failed: the server's own words, or `unreachable` when it wasn't heard. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 0,
    readonly retryable = false,
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }

  static unreachable(): ApiError {
    return new ApiError("unreachable", "The server can't be reached.", 0, true);
  }

  /** Of the envelope `{"error":{…}}`, or of an answer that isn't one of the server's. */
  static of(status: number, body: unknown): ApiError {
    const error = (body as { error?: Partial<ErrorFields> } | null)?.error;
    if (error === undefined || typeof error.code !== "string") {
      return new ApiError("unexpected", `The server answered ${status}.`, status, status >= 500);
    }
    // A server may ask to wait, but not for ever.
    const wait = Math.min(Math.max(Number(error.retryAfterMs) || 0, 0), 300_000);
    return new ApiError(error.code, String(error.message), status, error.retryable === true, wait);
  }

  /** Whether the same request can succeed later. */
  get isTransient(): boolean {
    return this.retryable || this.code === "unreachable";
  }

  get meansUnknownChat(): boolean {
    return this.code === "not_a_member" || this.code === "not_found";
  }

  get meansSessionEnd(): boolean {
    return this.code === "session_ended";
  }
}

interface ErrorFields {
  code: string;
  message: string;
  retryable: boolean;
  retryAfterMs: number | null;
}

export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError("unexpected", String(error));
}
