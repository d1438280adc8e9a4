import { UnexpectedAnswerError } from './errors.ts';

/** The envelope of every list, as the server sends it. */
export interface PageBody<T> {
  readonly data: readonly T[];
  /** Number of all matching items, over all pages. */
  readonly total: number;
  /** Whether `total` may be inexact, because it is beyond 10,000. */
  readonly totalIsEstimate?: boolean;
  /** Number of this page, from 1. */
  readonly page: number;
  /** Most items of a page. */
  readonly limit: number;
  readonly hasMore: boolean;
  /** Leads to the next page; null at the end. */
  readonly nextCursor: string | null;
}

/** Fetches the first page (no cursor), or the page of a cursor. */
export type FetchPage<T> = (cursor?: string) => Promise<PageBody<T>>;

/** One page of a list. `for await` goes through its items and those of all following pages. */
export class Page<T> implements PageBody<T>, AsyncIterable<T> {
  readonly data: readonly T[];
  readonly total: number;
  readonly totalIsEstimate: boolean;
  readonly page: number;
  readonly limit: number;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly #fetch: FetchPage<T>;

  constructor(body: PageBody<T>, fetchPage: FetchPage<T>) {
    this.data = body.data;
    this.total = body.total;
    this.totalIsEstimate = body.totalIsEstimate ?? false;
    this.page = body.page;
    this.limit = body.limit;
    this.hasMore = body.hasMore;
    this.nextCursor = body.nextCursor ?? null;
    this.#fetch = fetchPage;
  }

  /** The next page; null at the end. */
  async nextPage(): Promise<Page<T> | null> {
    if (this.nextCursor === null) return null;
    const next = new Page(await this.#fetch(this.nextCursor), this.#fetch);
    if (next.nextCursor === this.nextCursor)
      throw new UnexpectedAnswerError('The list leads from a page to itself.', { status: 200 });
    return next;
  }

  /** This page and all following pages. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    for (let page: Page<T> | null = this; page !== null; page = await page.nextPage()) yield page;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }
}

/** A requested list: `await` gives its first page, `for await` every item of all pages. No request is sent before one of these. */
export class List<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
  readonly #fetch: FetchPage<T>;
  #first: Promise<Page<T>> | undefined;

  constructor(fetchPage: FetchPage<T>) {
    this.#fetch = fetchPage;
  }

  // biome-ignore lint/suspicious/noThenProperty: a list is awaited for its first page
  then<A = Page<T>, B = never>(
    fulfilled?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#first ??= this.#fetch().then((body) => new Page(body, this.#fetch));
    return this.#first.then(fulfilled, rejected);
  }

  /** Every page. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    yield* (await this).pages();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this;
  }
}
