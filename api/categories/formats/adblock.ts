import type { ListReader, NameSink } from './list-reader.ts';

/** `||name^` or `@@||name^`, and options. */
const WHOLE_HOST = /^(@@)?\|\|([^/^$*|?&=\s]+)\^?\|?(?:\$(.*))?$/;
/** Options under which a rule still means the whole host for everybody. */
const PLAIN_OPTIONS = new Set(['important', 'all', 'document', 'doc', 'popup', '']);
const COMMENT = /^\s*(?:!|\[|#(?![@?$%]?#))/;

/**
 * Filters of ad blockers: only those that block a whole host (`||name^`), and exceptions to them (`@@||name^`). Filters of parts of pages, of addresses, by
 * pattern, or with options that restrict them (`$third-party`, `$domain=…`) say nothing about a host.
 */
export function createAdblockReader(sink: NameSink): ListReader {
  return (line) => {
    const text = line.trim();
    if (text === '' || COMMENT.test(text)) return;
    const [, exception, name, options] = WHOLE_HOST.exec(text) ?? [];
    const isWhole = (options ?? '').split(',').every((option) => PLAIN_OPTIONS.has(option.trim()));
    // `||name` without the mark of its end also means `name.other.example`.
    if (name === undefined || !isWhole || !/\^/.test(text)) sink.problem('not_a_whole_host');
    else if (exception === undefined) sink.name(name);
    else sink.exception(name);
  };
}
