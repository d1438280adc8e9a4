import type { ListReader, NameSink } from './list-reader.ts';

const COMMENT = /^\s*(?:[#;!]|\/\/)/;

/** One name a line; `*.name` and `.name` mean the name and all below it, as each name does. What follows a blank or `#` is a comment. */
export function createPlainReader(sink: Pick<NameSink, 'name' | 'problem'>): ListReader {
  return (line) => {
    if (COMMENT.test(line)) return;
    const word = /^\s*([^\s#]+)/.exec(line)?.[1];
    if (word === undefined) return;
    // An address says nothing of its whole host: lists of them hold github.com.
    if (word.includes('/')) sink.problem('not_a_whole_host');
    else sink.name(withoutWildcard(word));
  };
}

/** `*.example.com` and `.example.com` without what stands before the name. */
export function withoutWildcard(word: string): string {
  return word.replace(/^(?:\*\.|\.)/, '');
}
