/** The options of a client. */
export interface ClientOptions {
  /** `sgk_live_…`; default: the environment's SCHOOLGATE_API_KEY. The key never appears in errors, in hooks, or when the client is printed. */
  readonly apiKey?: string | undefined;
  /** Address of the server, `https://school.example:8080`; a path may follow. Default: the environment's SCHOOLGATE_BASE_URL. */
  readonly baseUrl?: string | undefined;
  /** For a page of the server itself: calls use the session of the signed-in person, without a key. */
  readonly session?: { readonly csrfToken: () => string | undefined } | undefined;
  /** Longest time of a call, with all its attempts and the waits between them, in milliseconds. Default 30,000. `wait` of a call is added. */
  readonly timeoutMs?: number | undefined;
  /** Most retries of a call. Default 2. */
  readonly maxRetries?: number | undefined;
  /** Put before the client's own name: `sis-sync/1.2`. */
  readonly userAgent?: string | undefined;
  /** In Node: PEM of the certificate authority to trust, instead of those of the system. */
  readonly ca?: string | undefined;
  /**
   * In Node: SHA-256 of the server's certificate authority, or of the server's own certificate, in hexadecimal digits (colons allowed) or
   * base64url. The certificate is read from the server (`GET /agent/v1/ca`, or the one that it presents), compared, and trusted alone.
   */
  readonly fingerprint?: string | undefined;
  /** In Node: address of a proxy. Default: the environment's HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
  readonly proxy?: string | undefined;
  readonly hooks?: Hooks | undefined;
  /** Sends the requests, in place of the platform's `fetch`. `ca`, `fingerprint` and `proxy` then have no effect. */
  readonly fetch?: typeof fetch | undefined;
}

/** Called for each attempt, for logs. They get no header and no body, so they cannot leak a key. Their errors are ignored. */
export interface Hooks {
  readonly onRequest?: (attempt: Attempt) => void;
  readonly onResponse?: (
    attempt: Attempt & {
      readonly status: number;
      readonly requestId: string | null;
      readonly durationMs: number;
    },
  ) => void;
  readonly onRetry?: (attempt: Attempt & { readonly waitMs: number; readonly error: Error }) => void;
}

export interface Attempt {
  readonly method: string;
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
}

/** The options of a single call. */
export interface CallOptions {
  /** Carries the call out only if the resource is unchanged: its ETag, or the object as this client received it. Else {@link PreconditionFailedError}. */
  readonly ifMatch?: string | object | undefined;
  /** Makes it safe to send a POST twice. Default: a new key for each call. */
  readonly idempotencyKey?: string | undefined;
  /** Replaces the client's value, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Ends the call early; it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The outside world of a client; tests replace it. */
export interface Ports {
  readonly fetch: typeof fetch;
  /** Resolves after this many milliseconds, or rejects when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** At least 0 and below 1. */
  readonly random: () => number;
}
