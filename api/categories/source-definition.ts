import { isAbsolute } from 'node:path';
import { CATEGORY_IDS } from '../../contracts/categories/first-index.ts';
import { CATEGORY_SOURCE_ID } from '../../contracts/rest/categories.ts';
import { Fault } from '../../kit/fault.ts';
import {
  CATEGORY_SOURCE_FORMATS,
  type CategorySourceDefinition,
  type CategorySourceFormat,
} from '../../store/ports/category-sources.ts';
import { isWebLocation } from './source-bytes.ts';

/** The request for a new source. */
export interface SourceRequest {
  readonly organisationId: number;
  readonly id: string;
  readonly format: string;
  readonly location: string;
  readonly category: string | null;
  /** For a `ut1` source only. */
  readonly mapping: Readonly<Record<string, string | null>>;
}

const ID = new RegExp(CATEGORY_SOURCE_ID);
const MAX_LOCATION = 2_048;
const OURS: ReadonlySet<string> = new Set(CATEGORY_IDS);

/** The definition that a request gives. @throws Fault unprocessable, in a sentence and with its pointer */
export function definitionOf({
  organisationId,
  id,
  format,
  location,
  category,
  mapping,
}: SourceRequest): CategorySourceDefinition {
  if (!ID.test(id))
    throw sourceFault(
      '/id',
      'pattern',
      'The name of a source has small letters, digits, - and _, at most 40.',
    );
  const known = CATEGORY_SOURCE_FORMATS.find((name) => name === format);
  if (known === undefined)
    throw sourceFault(
      '/format',
      'enum',
      `“${format}” is no format. There are: ${CATEGORY_SOURCE_FORMATS.join(', ')}.`,
    );
  checkLocation(location);
  checkCategory(known, category, mapping);
  return { organisationId, id, format: known, location, category, mapping };
}

function checkLocation(location: string): void {
  const refuse = (detail: string): Fault => sourceFault('/location', 'location', detail);
  if (location.length > MAX_LOCATION) throw refuse('The address is too long.');
  if (!isWebLocation(location)) {
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(location) || !isAbsolute(location))
      throw refuse('A source is an http or https address, or the absolute path of a file.');
    return;
  }
  if (!URL.canParse(location)) throw refuse('This is no address.');
  const { username, password } = new URL(location);
  if (username !== '' || password !== '') throw refuse('The address carries no user name or password.');
}

function checkCategory(
  format: CategorySourceFormat,
  category: string | null,
  mapping: Readonly<Record<string, string | null>>,
): void {
  const named = [
    ['/category', category] as const,
    ...Object.entries(mapping).map(([theirs, ours]) => [`/mapping/${theirs}`, ours] as const),
  ];
  for (const [pointer, name] of named)
    if (name !== null && !OURS.has(name))
      throw sourceFault(
        pointer,
        'unknown_category',
        `There is no category “${name}”. There are: ${[...OURS].join(', ')}.`,
      );
  if (format === 'ut1' && category !== null)
    throw sourceFault(
      '/category',
      'format',
      'An archive names its categories itself: it has a mapping (--map) and no category.',
    );
  if (format !== 'ut1' && category === null)
    throw sourceFault('/category', 'required', `A source of the format ${format} needs a category.`);
  if (format !== 'ut1' && Object.keys(mapping).length > 0)
    throw sourceFault('/mapping', 'format', 'Only an archive (ut1) has categories to map.');
}

/** A refusal in a sentence. @param pointer RFC 6901, to the member of a request that it is about */
export function sourceFault(pointer: string, code: string, detail: string): Fault {
  return new Fault('unprocessable', detail, {
    extras: { errors: [{ in: 'body', pointer: `#${pointer}`, code, detail }] },
  });
}
