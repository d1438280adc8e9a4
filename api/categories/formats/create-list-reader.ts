import type { CategorySourceFormat } from '../../../store/ports/category-sources.ts';
import { createAdblockReader } from './adblock.ts';
import { createHostsReader } from './hosts.ts';
import type { ListReader, NameSink } from './list-reader.ts';
import { createPlainReader } from './plain.ts';
import { createRpzReader } from './rpz.ts';

/** A reader of a format whose lists have one category. */
export function createListReader(format: Exclude<CategorySourceFormat, 'ut1'>, sink: NameSink): ListReader {
  switch (format) {
    case 'plain':
      return createPlainReader(sink);
    case 'hosts':
      return createHostsReader(sink);
    case 'adblock':
      return createAdblockReader(sink);
    case 'rpz':
      return createRpzReader(sink);
  }
}
