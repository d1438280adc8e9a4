import type { CategorySource } from '../../../contracts/rest/categories.ts';
import type { CategorySourceRecord } from '../../../store/ports/category-sources.ts';
import { timestamp } from '../../../store/views/timestamp.ts';
import type { RunningUpdate } from '../background-updates.ts';
import { isWebLocation } from '../source-bytes.ts';

/** A source as API users see it. Where a file of the server lies is nobody's business but the command line's. */
export function toCategorySource(
  source: CategorySourceRecord,
  running: RunningUpdate | null,
): CategorySource {
  const { id, format, location, category, mapping, state, problem, names, refused, vouched } = source;
  const local = !isWebLocation(location);
  return {
    id,
    format,
    location: local ? null : location,
    local,
    category,
    mapping: { ...mapping },
    state,
    problem: local ? (problem?.replaceAll(location, 'The file') ?? null) : problem,
    names,
    refused,
    vouched: [...vouched],
    checkedAt: source.checkedAt === null ? null : timestamp(source.checkedAt),
    createdAt: timestamp(source.createdAt),
    updatedAt: timestamp(source.updatedAt),
    update: running === null ? null : shownUpdate(running),
  };
}

function shownUpdate({ progress, startedAt }: RunningUpdate): NonNullable<CategorySource['update']> {
  const reading =
    progress.step === 'read' ? progress : { ...progress, source: null, number: null, of: null, bytes: null };
  return { ...reading, startedAt: timestamp(startedAt) };
}
