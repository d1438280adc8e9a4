import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../repository.ts';

/**
 * Not made: an emptied text is either a message, which is told and not asserted, or a member of a union, which does not compile.
 */
const LEFT_OUT = ['StringLiteral'] as const;

const INSTRUMENTER =
  'test/mutation/node_modules/@stryker-mutator/instrumenter/dist/src/instrumenter.js' as const;

/** One fault of a source, which its number switches on. */
export interface Fault {
  readonly id: string;
  /** From 1. */
  readonly line: number;
  readonly mutatorName: string;
  readonly replacement: string;
}

/** A source that holds all its faults, each behind a switch. */
export interface Instrumented {
  readonly content: string;
  readonly faults: readonly Fault[];
}

/** First and last line, from 1. */
export type Lines = readonly [first: number, last: number];

/** Of Stryker's instrumenter, what is used. Its lines count from 0. */
interface Instrumenter {
  instrument(
    files: readonly { name: string; mutate: true | readonly Range[]; content: string }[],
    options: { excludedMutations: readonly string[]; plugins: null; ignorers: readonly [] },
  ): Promise<{
    files: readonly { content: string }[];
    mutants: readonly {
      id: string;
      mutatorName: string;
      replacement?: string;
      status?: string;
      location: { start: { line: number } };
    }[];
  }>;
}

interface Range {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

const SILENT = {
  isDebugEnabled: () => false,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: console.warn,
  error: console.error,
};

/** Puts all faults of a source in at once. @param parts where; everywhere when there are none */
export async function instrument(source: string, parts: readonly Lines[]): Promise<Instrumented> {
  const module = (await import(pathToFileURL(join(ROOT, INSTRUMENTER)).href)) as {
    Instrumenter: new (log: typeof SILENT) => Instrumenter;
  };
  const name = join(ROOT, source);
  const ranges = parts.map(([first, last]) => ({
    start: { line: first - 1, column: 0 },
    end: { line: last - 1, column: Number.MAX_SAFE_INTEGER },
  }));
  const { files, mutants } = await new module.Instrumenter(SILENT).instrument(
    [{ name, mutate: ranges.length === 0 ? true : ranges, content: readFileSync(name, 'utf8') }],
    { excludedMutations: LEFT_OUT, plugins: null, ignorers: [] },
  );
  const [instrumented] = files;
  if (instrumented === undefined) throw new Error(`nothing came of ${source}`);
  const faults = mutants
    .filter(({ status }) => status === undefined)
    .map(({ id, mutatorName, replacement = '', location }) => ({
      id,
      mutatorName,
      replacement,
      line: location.start.line + 1,
    }));
  return { content: instrumented.content, faults };
}
