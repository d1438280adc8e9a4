import type { Answer, Connection } from './connection.ts';
import { UnexpectedAnswerError } from './errors.ts';
import { rememberEtag } from './etag.ts';
import { List, type PageBody } from './list.ts';
import type { CallOptions } from './options.ts';
import { buildRequest, type Operation } from './request.ts';

/** The input of a call. */
interface Call {
  readonly ids?: readonly string[];
  readonly input?: object;
  readonly options?: CallOptions | undefined;
}

/** Carries out the generated methods. */
export class Calls {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** A call that answers with an object. */
  async one<T extends object>(operation: Operation, call: Call): Promise<T> {
    const answer = await this.#send(operation, call);
    const body = readObject(answer);
    rememberEtag(body, answer.headers.get('etag'));
    return body as T;
  }

  async nothing(operation: Operation, call: Call): Promise<void> {
    await this.#send(operation, call);
  }

  async text(operation: Operation, call: Call): Promise<string> {
    return (await this.#send(operation, call)).text;
  }

  list<T>(operation: Operation, { ids = [], input = {}, options }: Call): List<T> {
    return new List<T>(async (cursor) => {
      // The cursor determines the next page; a page number beside it would contradict it.
      const next = cursor === undefined ? input : { ...input, page: undefined, cursor };
      const answer = await this.#send(operation, { ids, input: next, options });
      const body = readObject(answer) as unknown as PageBody<T>;
      if (Array.isArray(body.data)) return body;
      throw new UnexpectedAnswerError('The answer is no list.', { status: answer.status });
    });
  }

  async #send(operation: Operation, { ids = [], input = {}, options = {} }: Call): Promise<Answer> {
    return this.connection.send(buildRequest(operation, ids, input, options), options);
  }
}

/** One resource of the API. The generated classes have its methods. */
export abstract class Resource {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  protected get calls(): Calls {
    return this.#calls;
  }
}

function readObject({ status, text }: Answer): Readonly<Record<string, unknown>> {
  const body = readJson(status, text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw new UnexpectedAnswerError('The answer is no JSON object.', { status });
}

function readJson(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnexpectedAnswerError('The answer is not JSON.', { status, cause });
  }
}
