import { CATEGORY_IDS } from '../../../contracts/categories/first-index.ts';
import { createLineSplitter } from '../lines.ts';
import { createListWriter, type ListFacts, type ListWriter } from '../list-file.ts';
import type { NameSink } from '../list-formats.ts';
import { type Collector, createCollector } from '../read-source.ts';
import { openSource, PUBLIC_NETWORKS, type SourceLimits } from '../source-bytes.ts';
import { SourceFault } from '../source-fault.ts';
import {
  CATEGORY_MARK,
  END_MARK,
  EXCEPTION_MARK,
  EXCHANGE_VERSION,
  type ExchangedSource,
  type ExchangeHead,
  parseHead,
  parseSource,
  SOURCE_MARK,
} from './exchange-file.ts';

/** A list of the file after cleaning. It lies in the folder under its hash. */
export interface ExchangedList {
  readonly source: ExchangedSource;
  readonly hash: string;
  readonly facts: ListFacts;
}

/** Most sources in a file; a school has ten. */
const MAX_SOURCES = 100;

interface OpenList {
  readonly source: ExchangedSource;
  readonly writer: ListWriter;
  readonly collector: Collector;
  /** Null before the first category, and in a category that this server does not know. */
  sink: NameSink | null;
}

/**
 * Reads another school's file and writes its lists. Each name is checked here as if the list came from its maker. The file holds no paths,
 * and no path is made from its content.
 * @param check looks at the head before anything is written; what it throws is thrown
 * @throws SourceFault when it is none, of another version, cut off, damaged or too large: then lists may lie in the folder that nothing names
 */
export async function readExchange(
  file: string,
  {
    folder,
    limits,
    check,
  }: {
    readonly folder: string;
    readonly limits: SourceLimits;
    readonly check: (head: ExchangeHead) => void;
  },
): Promise<readonly ExchangedList[]> {
  const address = { location: file, etag: null, lastModified: null };
  const opened = await openSource(address, {
    limits,
    networks: PUBLIC_NETWORKS,
    progress: () => undefined,
  });
  if (opened.state === 'unchanged') throw new Error('a file without a mark is never unchanged');
  const reader = createExchangeReader(folder, check);
  const splitter = createLineSplitter(reader.line, () => {
    throw damaged('a line is too long');
  });
  try {
    for await (const chunk of opened.bytes) splitter.push(chunk);
    splitter.end();
    return reader.lists();
  } finally {
    reader.close();
  }
}

function createExchangeReader(folder: string, check: (head: ExchangeHead) => void) {
  const lists: ExchangedList[] = [];
  let state: 'head' | 'lists' | 'over' = 'head';
  let open: OpenList | null = null;

  function begin(text: string): void {
    finish();
    const source = parseSource(text);
    if (source === null) throw damaged('what it says of a source cannot be read');
    if (lists.some((list) => list.source.id === source.id)) throw damaged(`it has “${source.id}” twice`);
    if (lists.length === MAX_SOURCES) throw damaged(`it has more than ${MAX_SOURCES} sources`);
    const writer = createListWriter(folder);
    open = { source, writer, collector: createCollector(writer), sink: null };
  }

  function finish(): void {
    if (open === null) return;
    const { source, writer, collector } = open;
    const facts = collector.facts();
    lists.push({ source, facts, hash: writer.finish(facts) });
    open = null;
  }

  function take(list: OpenList, text: string): void {
    if (text.startsWith(CATEGORY_MARK)) {
      const category = text.slice(1);
      list.sink = CATEGORY_IDS.includes(category) ? list.collector.sinkOf(category) : null;
    } else if (text.startsWith(EXCEPTION_MARK)) list.collector.exception(text.slice(1));
    else list.sink?.name(text);
  }

  return {
    line(text: string): void {
      if (state === 'head') {
        check(headOf(text));
        state = 'lists';
      } else if (state === 'over') throw damaged('something stands behind its end');
      else if (text === END_MARK) {
        finish();
        state = 'over';
      } else if (text.startsWith(SOURCE_MARK)) begin(text.slice(1));
      else if (open === null) throw damaged('names stand before the first source');
      else take(open, text);
    },
    lists(): readonly ExchangedList[] {
      if (state !== 'over') throw damaged('its end is missing');
      return lists;
    },
    close: () => open?.writer.abandon(),
  };
}

function headOf(text: string): ExchangeHead {
  const head = parseHead(text);
  if (head === null) throw new SourceFault('It is no file that “schoolgate categories export” made.');
  if (head.version !== EXCHANGE_VERSION)
    throw new SourceFault(
      `It was made by Schoolgate ${head.product}, in format ${head.version}; this one reads format ${EXCHANGE_VERSION} alone.`,
    );
  return head;
}

function damaged(what: string): SourceFault {
  return new SourceFault(`The file is damaged: ${what}.`);
}
