import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../repository.ts';

type TestBody = (t: object) => unknown;
type Cleanup = () => unknown;

/** Tap's own assertions, so that each means what it means there. */
const { Assertions } = createRequire(join(ROOT, 'package.json'))('@tapjs/asserts') as {
  Assertions: new (base: object, options: object) => Record<string, unknown>;
};
const ASSERTIONS = [
  ...['ok', 'notOk', 'equal', 'not', 'same', 'notSame', 'strictSame', 'strictNotSame', 'match', 'notMatch'],
  ...['type', 'throws', 'doesNotThrow', 'rejects', 'resolves', 'resolveMatch', 'has', 'hasStrict', 'error'],
] as const;

/** Ends a test at its first failure. */
class Failure extends Error {}

/** One run of one test file. What comes late of another run ends in that one. */
export interface Run {
  /** In the place of what `tap` exports. It refuses what it does not know. */
  readonly tap: object;
  fail(why: string): void;
  /** Runs the tests that the file has named, in their order, up to the first failure. @returns why it failed, or null */
  finish(): Promise<string | null>;
}

/** Begins a run: the file is to be evaluated next. */
export function createRun(): Run {
  const tests: (() => Promise<void>)[] = [];
  let failure: string | null = null;
  let stop: () => void = () => undefined;
  const failed = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const fail = (why: string): void => {
    failure ??= why;
    stop();
  };
  const top = createTest(fail, (name, body) => {
    tests.push(() => runTest(name, body, fail));
    return Promise.resolve();
  });
  return {
    tap: top.t,
    fail,
    finish: async () => {
      const all = async () => {
        for (const test of tests) if (failure === null) await test();
        await clean(top.cleanups, fail);
      };
      await Promise.race([all(), failed]);
      return failure;
    },
  };
}

async function runTest(name: string, body: TestBody, failRun: (why: string) => void): Promise<void> {
  const fail = (why: string): void => failRun(`${name}: ${why}`);
  const { t, cleanups, ended } = createTest(fail, (inner, innerBody) => runTest(inner, innerBody, fail));
  try {
    const result = body(t);
    // A test that is no promise ends by `t.end()`.
    await (result instanceof Promise ? result : ended);
  } catch (error) {
    fail(String(error instanceof Error ? error.stack : error));
  } finally {
    await clean(cleanups, fail);
  }
}

/** Last given, first run, as tap does. */
async function clean(cleanups: readonly Cleanup[], fail: (why: string) => void): Promise<void> {
  for (const cleanup of [...cleanups].reverse()) {
    try {
      await cleanup();
    } catch (error) {
      fail(`after the test: ${String(error)}`);
    }
  }
}

function createTest(fail: (why: string) => void, begin: (name: string, body: TestBody) => Promise<void>) {
  const cleanups: Cleanup[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const failAssertion = (message: unknown): never => {
    fail(String(message));
    throw new Failure(String(message));
  };
  const verdicts = { pass: () => true, fail: failAssertion, comment: () => undefined };
  const base: Record<string, unknown> = { ...verdicts, currentAssert: null, waitOn: () => undefined };
  base.options = {};
  base.parent = undefined;
  const assertions = new Assertions(refusing(base), {});
  const t: Record<string, unknown> = {
    ...verdicts,
    currentAssert: null,
    end,
    error: (error: unknown) => error === null || error === undefined || failAssertion(error),
    teardown: (cleanup: Cleanup) => void cleanups.push(cleanup),
    testdir: (content: object = {}) => makeFolder(content, cleanups),
    fixture: (kind: string, content: unknown) => ({ fixture: kind, content }),
    // A promise is looked at for `then`.
    // biome-ignore lint/suspicious/noThenProperty: it says that this is none
    then: undefined,
    test: (name: string, ...rest: readonly unknown[]) => {
      const body = rest.at(-1);
      const [options] = rest;
      if (typeof body !== 'function') throw new Error(`the stand-in for tap knows no test without a body`);
      if (typeof options === 'object' && options !== null && 'skip' in options && options.skip)
        return Promise.resolve();
      return begin(name, body as TestBody);
    },
  };
  for (const name of ASSERTIONS) {
    const own = assertions[name];
    if (!(name in t) && typeof own === 'function') t[name] = own.bind(assertions);
  }
  base.error = t.error;
  base.t = t;
  return { t: refusing(t), cleanups, ended };
}

/** What is not there is asked for by a test that this cannot run. */
function refusing(target: Record<string, unknown>): Record<string, unknown> {
  return new Proxy(target, {
    get(held, name) {
      if (typeof name === 'symbol' || name in held) return Reflect.get(held, name);
      throw new Error(`the stand-in for tap does not know ${name}`);
    },
  });
}

function makeFolder(content: object, cleanups: Cleanup[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'schoolgate-mutants-'));
  cleanups.unshift(() => rmSync(folder, { recursive: true, force: true }));
  fill(folder, content);
  return folder;
}

function fill(folder: string, content: object): void {
  for (const [name, inner] of Object.entries(content)) {
    const path = join(folder, name);
    if (typeof inner === 'string' || Buffer.isBuffer(inner)) writeFileSync(path, inner);
    else if (inner.fixture === 'symlink') symlinkSync(inner.content, path);
    else if (inner.fixture !== undefined)
      throw new Error(`the stand-in for tap knows no fixture ${inner.fixture}`);
    else {
      mkdirSync(path, { recursive: true });
      fill(path, inner);
    }
  }
}
