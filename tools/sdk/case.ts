import type { SdkModel } from './model.ts';

/** A file of `sdk/cases`: what goes over the wire, and what the caller of a client gets. All three clients run every case against a stub. */
export interface CaseFile {
  /** What the cases have in common. */
  readonly about: string;
  readonly cases: readonly Case[];
}

export interface Case {
  /** Unique among all files; letters, digits and spaces: `locks a device and waits for it`. */
  readonly name: string;
  /** Whether it is the sample of its operation in the guide and the explorer. */
  readonly sample?: true;
  /** Options of the client, beyond `baseUrl` and the key `sgk_test_000000000000000000000000000000000ivkVw`. */
  readonly client?: { readonly maxRetries?: number; readonly timeoutMs?: number };
  readonly call: Call;
  /** What the stub expects and answers, in this order; another request, or fewer, fails the case. */
  readonly exchanges: readonly Exchange[];
  /** Bounds, in ms, of each wait that the client makes between requests, in order; absent = it makes none. */
  readonly waits?: readonly (readonly [number, number])[];
  /**
   * What the caller gets: each member named here (`sdk/cases/README.md` says how they are compared). Absent, and no error: what the last answer
   * has as its body, or nothing when it has none.
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
   * What the caller does with a list: `page` takes the first page (the result is the envelope), `all` goes through every item of every page
   * (the result is an array). For `events.follow`: how many events are taken. Other calls have none.
   */
  readonly take?: 'page' | 'all' | number;
}

export interface Exchange {
  readonly request: {
    readonly method: string;
    /** As sent, with escapes. */
    readonly path: string;
    /** In any order; an array stands for a parameter that is repeated. Absent = no query at all. */
    readonly query?: Readonly<Record<string, string | readonly string[]>>;
    /**
     * Those that are looked at, beside `Authorization: Bearer <the key>`, which every request must have, and `Content-Type: application/json`,
     * which every request with a body must have: exactly this text; `*` = there is one; `=` = the same as in the request before; null = there is none.
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
        /** Instead of `body`: sent as it stands. */
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

/** How a language is written: one of these for each client. */
export interface Language {
  /** As the explorer calls it (`x-codeSamples.lang`). */
  readonly label: 'JavaScript' | 'Python' | 'Go';
  /** Every generated file: its path from the root of the repository, and its text. The same model and cases give the same bytes. */
  files(model: SdkModel, cases: readonly Case[]): ReadonlyMap<string, string>;
  /** The case's call as a reader would write it: a few lines that can be pasted behind the client's construction, and are what the case runs. */
  sample(model: SdkModel, one: Case): string;
}
