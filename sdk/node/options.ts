/** What a client is told once. */
export interface ClientOptions {
  /** `sgk_live_…`; default: the environment's SCHOOLGATE_API_KEY. It is shown nowhere: not in errors, not to hooks, not when the client is printed. */
  readonly apiKey?: string | undefined;
  /** Address of the server, `https://school.example:8080`; a path may follow. Default: the environment's SCHOOLGATE_BASE_URL. */
  readonly baseUrl?: string | undefined;
  /** In a page of the server itself: calls go by the session of whoever is signed in, without a key. */
  readonly session?: { readonly csrfToken: () => string | undefined } | undefined;
  /** How long a call may take, with all its attempts and the waits between them, in milliseconds. Default 30,000. `wait` of a call is added. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is tried again at the most. Default 2. */
  readonly maxRetries?: number | undefined;
  /** Stands in front of the client's own name: `sis-sync/1.2`. */
  readonly userAgent?: string | undefined;
  /** In Node: PEM of the certificate authority to trust, instead of those of the system. */
  readonly ca?: string | undefined;
  /**
   * In Node: SHA-256 of the server's certificate authority, or of the server's own certificate, in hexadecimal digits (colons allowed) or base64url. The
   * certificate is read from the server (`GET /agent/v1/ca`, or what it shows), compared, and trusted alone.
   */
  readonly fingerprint?: string | undefined;
  /** In Node: address of a proxy. Default: the environment's HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
  readonly proxy?: string | undefined;
  readonly hooks?: Hooks | undefined;
  /** Sends the requests, in place of the platform's `fetch`. `ca`, `fingerprint` and `proxy` have no effect then. */
  readonly fetch?: typeof fetch | undefined;
}

/** Told of each attempt, for logs. They get no header and no body, so they cannot leak a key. What they throw is ignored. */
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

/** What a single call may say. */
export interface CallOptions {
  /** Only if the thing is still as it was: its ETag, or the object itself as this client got it. Else {@link PreconditionFailedError}. */
  readonly ifMatch?: string | object | undefined;
  /** Makes a POST harmless to send twice. Default: a new one for each call. */
  readonly idempotencyKey?: string | undefined;
  /** In place of the client's, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Ends the call early; it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What the outer world does for a client; tests put their own in. */
export interface Ports {
  readonly fetch: typeof fetch;
  /** Resolves after so many milliseconds, or rejects when the signal says so. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 to 1, without 1. */
  readonly random: () => number;
}
