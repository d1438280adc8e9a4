import type { SdkModel } from './model.ts';

/** A file of `sdk/cases`: requests and answers on the wire, and the result for the caller of a client. All three clients run every case against a stub. */
export interface CaseFile {
  /** The subject of the cases. */
  readonly about: string;
  readonly cases: readonly Case[];
}

export interface Case {
  /** Unique among all files; letters, digits and spaces: `locks a device and waits for it`. */
  readonly name: string;
  /** Whether the guide and the explorer show it as the sample of its operation. */
  readonly sample?: true;
  /** Options of the client, beyond `baseUrl` and the key `sgk_test_000000000000000000000000000000000ivkVw`. */
  readonly client?: { readonly maxRetries?: number; readonly timeoutMs?: number };
  readonly call: Call;
  /** The requests that the stub expects and its answers, in this order. Another request, or fewer, fails the case. */
  readonly exchanges: readonly Exchange[];
  /** Bounds, in ms, of each wait of the client between requests, in order; absent = no wait. */
  readonly waits?: readonly (readonly [number, number])[];
  /**
   * The result for the caller: each member named here is compared (`sdk/cases/README.md` says how). Absent, and no error = the body of the
   * last answer, or nothing when it has none.
   */
  readonly result?: unknown;
  readonly error?: ExpectedError;
}

export interface Call {
  /** `devices.lock`, `reports.weekly`, `events.follow`, `commands.waitFor` */
  readonly method: string;
  /** Path parameters, query, body members and `wait`, by their names in JSON; path parameters come first. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly options?: { readonly ifMatch?: string; readonly idempotencyKey?: string };
  /**
   * How the caller uses a list: `page` takes the first page (the result is the envelope), `all` goes through every item of every page (the
   * result is an array). For `events.follow`: the number of events to take. Other calls have none.
   */
  readonly take?: 'page' | 'all' | number;
}

export interface Exchange {
  readonly request: {
    readonly method: string;
    /** As sent, with escapes. */
    readonly path: string;
    /** In any order. An array is a repeated parameter. Absent = no query. */
    readonly query?: Readonly<Record<string, string | readonly string[]>>;
    /**
     * The headers to check, beside `Authorization: Bearer <the key>`, which every request must have, and `Content-Type: application/json`,
     * which every request with a body must have. A text must match exactly; `*` = present; `=` = the same as in the previous request; null
     * = absent.
     */
    readonly headers?: Readonly<Record<string, string | null>>;
    /** Absent = no body. */
    readonly body?: unknown;
  };
  readonly response:
    | {
        readonly status: number;
        readonly headers?: Readonly<Record<string, string>>;
        /** JSON; absent = no body. */
        readonly body?: unknown;
        /** Sent unchanged, in place of `body`. */
        readonly text?: string;
      }
    /** `drop` closes the connection without an answer; `silence` never answers. */
    | 'drop'
    | 'silence';
}

export interface ExpectedError {
  readonly kind:
    | 'bad_request' // 400
    | 'authentication' // 401
    | 'plan_required' // 402
    | 'permission_denied' // 403
    | 'not_found' // 404
    | 'conflict' // 409
    | 'events_expired' // 410
    | 'precondition_failed' // 412
    | 'unprocessable' // 422
    | 'rate_limited' // 429
    | 'server' // 5xx
    | 'api' // any other 4xx
    | 'unexpected_answer' // a redirect, or a success whose body is not what the API sends
    | 'network' // no connection, or it broke
    | 'timeout';
  readonly status?: number;
  readonly code?: string;
  readonly requestId?: string;
  readonly detail?: string;
}

/** A language of a client, with its generators. */
export interface Language {
  /** The name in the explorer (`x-codeSamples.lang`). */
  readonly label: 'JavaScript' | 'Python' | 'Go';
  /** Every generated file: its path from the root of the repository, and its text. The same model and cases give the same bytes. */
  files(model: SdkModel, cases: readonly Case[]): ReadonlyMap<string, string>;
  /** The case's call as a reader would write it: a few lines to paste behind the client's construction. The case runs these lines. */
  sample(model: SdkModel, one: Case): string;
}
