import { Presets, SingleBar } from 'cli-progress';
import { type Command, Option } from 'commander';
import { type Categories, createCategories } from '../../api/categories/categories.ts';
import { type CategoryFolders, categoryFolders } from '../../api/categories/index-files.ts';
import { KNOWN_SOURCES, knownSourceRequest } from '../../api/categories/known-sources.ts';
import { addSource, releaseSource, removeSource, shownSource } from '../../api/categories/manage-sources.ts';
import type { SourceRequest } from '../../api/categories/source-definition.ts';
import type { UpdateProgress, UpdateReport, UpdateRequest } from '../../api/categories/update.ts';
import { CATEGORY_IDS } from '../../contracts/categories/first-index.ts';
import { normaliseHost } from '../../contracts/policy/host.ts';
import { systemClock } from '../../kit/clock.ts';
import { silentLog } from '../../kit/log.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { systemRandom } from '../../kit/random.ts';
import { CATEGORY_SOURCE_FORMATS } from '../../store/ports/category-sources.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import { readReserve } from '../disk/disk-reserve.ts';
import { categoryPlaces } from '../school/category-places.ts';
import { type School, withSchool } from '../school/school-store.ts';
import { type CommonOptions, configOf, withCommonOptions } from './common-options.ts';
import { print } from './output.ts';

const organisationId = DEFAULT_ORGANISATION_ID;
/** The update is done, but some sources failed. */
const SOME_FAILED = 2;
const NO_MORE = { value: {}, lines: [] };

/** @returns the command, for its other subcommands */
export function addCategories(program: Command): Command {
  const categories = program
    .command('categories')
    .description('categories of sites, and the lists that they are made of');
  withCommonOptions(
    categories
      .command('update')
      .description(
        'read the sources and put a new index into use; ends with status 2 when a source failed or is held back',
      ),
  )
    .option('--source <id>', 'read this source alone')
    .action(update);
  withCommonOptions(
    categories.command('list').description('the sources, and how many names each category has'),
  ).action(list);
  withCommonOptions(
    categories
      .command('add')
      .description('add a source; the next update reads it')
      .argument('<id>', 'a name for it, such as our-games; or one of the catalogue, such as ut1')
      .argument('[location]', 'http or https address, or absolute path; not for one of the catalogue'),
  )
    .addOption(
      new Option('--format <format>', 'how it is written; not for one of the catalogue').choices([
        ...CATEGORY_SOURCE_FORMATS,
      ]),
    )
    .option('--category <id>', 'the category of all its names; not for ut1')
    .option(
      '--map <theirs=ours...>',
      'for ut1: a category of the archive by ours, or theirs= to leave it out',
    )
    .action(add);
  withCommonOptions(
    categories.command('catalogue').description('public lists that you can add by their name'),
  ).action(catalogue);
  withCommonOptions(
    categories
      .command('remove')
      .description('remove a source; its names go with the next update')
      .argument('<id>'),
  ).action(remove);
  withCommonOptions(
    categories
      .command('release')
      .description('use the list of a source that is held back, after you have looked at it')
      .argument('<id>'),
  )
    .option(
      '--accept <name...>',
      'well-known names that the source may put into its category, though no other source does',
    )
    .action(release);
  withCommonOptions(
    categories.command('lookup').description('the categories of a host name').argument('<name>'),
  ).action(lookup);
  return categories;
}

async function update(options: CommonOptions & { readonly source?: string }): Promise<void> {
  const { source } = options;
  const report = await withCategories(options, ({ categories }) =>
    runUpdate(categories, source === undefined ? null : [source], options),
  );
  // Sources that failed on another day are not part of this update.
  const sources = report.sources.filter(({ id }) => source === undefined || id === source);
  tell({ ...report, sources }, options);
}

async function list(options: CommonOptions): Promise<void> {
  const { sources, index, counts } = await withCategories(options, async ({ store, categories }) => {
    const index = await store.categoryIndexes.current(organisationId);
    // Without an index: the names that ship.
    const counts =
      index === null
        ? categories.lookup.categories().map(({ id, domainCount }) => ({ id, names: domainCount }))
        : CATEGORY_IDS.map((id) => ({ id, names: index.counts[id] ?? 0 }));
    return { sources: await store.categorySources.list(organisationId), index, counts };
  });
  const lines = [
    sources.length === 0
      ? 'There is no source: only the names that ship are used. Add one with: schoolgate categories add'
      : sources.map(lineOf).join('\n'),
    '',
    ...counts.map(({ id, names }) => `${id.padEnd(16)}${String(names).padStart(10)}`),
    '',
    index === null
      ? 'No index was made yet.'
      : `Index ${index.version}: ${index.names} names, ${index.bytes} bytes.`,
  ];
  print(
    options.json,
    {
      sources: sources.map(shownSource),
      categories: counts,
      index: index === null ? null : shownIndex(index),
    },
    lines.join('\n'),
  );
}

interface AddOptions extends CommonOptions {
  readonly format?: string;
  readonly category?: string;
  readonly map?: readonly string[];
}

async function add(id: string, location: string | undefined, options: AddOptions): Promise<void> {
  const request = sourceRequest(id, location, options);
  const source = await withCategories(options, ({ store }) =>
    addSource({ store, clock: systemClock }, request),
  );
  print(
    options.json,
    shownSource(source),
    `Added “${id}”. Read it now with: schoolgate categories update --source ${id}`,
  );
}

/** What is to be added: one of the catalogue where only its name is given. */
function sourceRequest(
  id: string,
  location: string | undefined,
  { format, category, map = [] }: AddOptions,
): SourceRequest {
  const mapping = mappingOf(map);
  if (location !== undefined) {
    if (format === undefined) throw new OperatorError('Say how it is written with --format.');
    return { organisationId, id, location, format, category: category ?? null, mapping };
  }
  const known = KNOWN_SOURCES.find((source) => source.id === id);
  if (known === undefined)
    throw new OperatorError(
      `The catalogue has no “${id}”. See it with: schoolgate categories catalogue. For a list of your own, give its address or path too.`,
    );
  return knownSourceRequest(organisationId, known, mapping);
}

async function catalogue(options: CommonOptions): Promise<void> {
  const sources = await withCategories(options, ({ store }) => store.categorySources.list(organisationId));
  const added = new Set(sources.map(({ location }) => location));
  print(
    options.json,
    KNOWN_SOURCES.map((source) => ({ ...source, added: added.has(source.location) })),
    [
      ...KNOWN_SOURCES.map(
        (source) =>
          `${source.id.padEnd(26)}${(source.category ?? 'several').padEnd(14)}about ${source.names} names, ${source.megabytes} MB  ${source.licence}${source.recommended ? '  recommended' : ''}${added.has(source.location) ? '  added' : ''}\n    ${source.description}`,
      ),
      '',
      'Add one with: schoolgate categories add NAME. The server fetches it from its makers, under their licence.',
    ].join('\n'),
  );
}

async function remove(id: string, options: CommonOptions): Promise<void> {
  const report = await withCategories(options, async ({ store, categories }) => {
    await removeSource({ store, clock: systemClock }, { organisationId, id });
    return await runUpdate(categories, [], options);
  });
  tell(report, options);
}

async function release(
  id: string,
  options: CommonOptions & { readonly accept?: readonly string[] },
): Promise<void> {
  const report = await withCategories(options, async ({ store, categories }) => {
    await releaseSource({ store, clock: systemClock }, { organisationId, id, accept: options.accept ?? [] });
    return await runUpdate(categories, [], options);
  });
  tell(report, options);
}

async function lookup(name: string, options: CommonOptions): Promise<void> {
  const host = normaliseHost(name);
  if (host === null) throw new OperatorError(`“${name}” is no host name.`);
  const found = await withCategories(options, async ({ categories }) => {
    await categories.lookup.refresh();
    return categories.lookup.categoriesOf(host);
  });
  print(
    options.json,
    { name: host, categories: found },
    found.length === 0 ? `${host} is in no category.` : found.join('\n'),
  );
}

/** What commands about categories work with. */
export interface Opened extends Pick<School, 'store'> {
  readonly categories: Categories;
  readonly folders: CategoryFolders;
}

export function withCategories<T>(options: CommonOptions, work: (opened: Opened) => Promise<T>): Promise<T> {
  const config = configOf(options);
  const { settings } = config;
  return withSchool(config, async ({ store, layout }) => {
    const places = categoryPlaces(settings, layout);
    return work({
      store,
      folders: categoryFolders(places.folder),
      categories: createCategories({
        store,
        ...places,
        reserve: await readReserve(layout.root),
        clock: systemClock,
        random: systemRandom,
        log: silentLog,
      }),
    });
  });
}

function runUpdate(
  { updater }: Categories,
  sources: readonly string[] | null,
  { json }: CommonOptions,
): Promise<UpdateReport> {
  return withBar(json, (watched) => updater.update({ organisationId, sources, ...watched }));
}

/** Updates with a bar, where somebody looks at a terminal. Ctrl-C ends it, with the old index in use. */
export async function withBar<T>(
  json: true | undefined,
  work: (watched: Pick<UpdateRequest, 'signal' | 'progress'>) => Promise<T>,
): Promise<T> {
  const aborter = new AbortController();
  const interrupt = (): void => aborter.abort(new OperatorError('Stopped: the index that was in use stays.'));
  process.once('SIGINT', interrupt);
  const bar = process.stderr.isTTY === true && json !== true ? createBar() : null;
  try {
    return await work({ signal: aborter.signal, ...(bar === null ? {} : { progress: bar.show }) });
  } finally {
    bar?.stop();
    process.off('SIGINT', interrupt);
  }
}

function createBar() {
  const bar = new SingleBar(
    { format: '{bar} {what}', stream: process.stderr, clearOnComplete: true },
    Presets.shades_classic,
  );
  let isStarted = false;
  return {
    show(progress: UpdateProgress): void {
      const [value, total, what] =
        progress.step === 'compile'
          ? [1, 1, 'making the index']
          : [
              progress.number - 1,
              progress.of,
              `${progress.source}: ${(progress.bytes / 1_048_576).toFixed(1)} MB`,
            ];
      if (!isStarted) bar.start(total, value, { what });
      isStarted = true;
      bar.setTotal(total);
      bar.update(value, { what });
    },
    stop: () => bar.stop(),
  };
}

/** @param more said beside it */
export function tell(
  { index, changed, sources }: UpdateReport,
  { json }: CommonOptions,
  more: { readonly value: Readonly<Record<string, unknown>>; readonly lines: readonly string[] } = NO_MORE,
): void {
  const troubled = sources.filter(({ state }) => state === 'failed' || state === 'held');
  const head = changed
    ? `Index ${index.version} is in use: ${index.names} names, ${index.bytes} bytes. Devices fetch it now.`
    : `Nothing has changed: index ${index.version} with ${index.names} names stays.`;
  print(
    json,
    { ...more.value, changed, index: shownIndex(index), sources: sources.map(shownSource) },
    [...more.lines, head, ...troubled.map(lineOf)].join('\n'),
  );
  if (troubled.length > 0) process.exitCode = SOME_FAILED;
}

function shownIndex({ version, hash, bytes, names, counts, createdAt }: UpdateReport['index']) {
  return { version, hash, bytes, names, counts, createdAt: new Date(createdAt).toISOString() };
}

function lineOf({
  id,
  format,
  location,
  category,
  state,
  problem,
  names,
  refused,
}: UpdateReport['sources'][number]): string {
  const facts = `${id}  ${format}  ${category ?? 'several'}  ${names} names, ${refused} left out  ${state}  ${location}`;
  return problem === null ? facts : `${facts}\n    ${problem}`;
}

function mappingOf(pairs: readonly string[]): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, theirs, ours] = /^([A-Za-z0-9_-]{1,64})=([a-z_]*)$/.exec(pair) ?? [];
      if (theirs === undefined) throw new OperatorError(`--map takes theirs=ours, not “${pair}”.`);
      return [theirs.toLowerCase(), ours === undefined || ours === '' ? null : ours];
    }),
  );
}
