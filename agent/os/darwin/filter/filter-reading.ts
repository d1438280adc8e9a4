import { CANNOT_RUN, type CommandRunner } from '../../../ports/command-runner.ts';
import type { FilterFiles } from '../../../ports/filter-files.ts';
import { callsAnchors } from '../pf.ts';
import { firstResolver, parseDictionaries, SHOW_COMMANDS, type StoredResolver } from './dynamic-store.ts';
import { type PreferenceFile, readPreferences } from './managed-preferences.ts';
import { type NetworkService, readServices } from './network-services.ts';
import { FILTER_ANCHOR, parseLabels } from './pf-anchor.ts';

/** What the Mac is like. */
export interface DarwinFilterReading {
  /** Our key of the dynamic store; null = it is not there. */
  readonly resolver: StoredResolver | null;
  /** The resolver that the system asks first; null = it does not tell. */
  readonly firstResolver: string | null;
  readonly pf: {
    /** Labels of our rules that are loaded; null = pf cannot be read. */
    readonly labels: ReadonlySet<string> | null;
    /** Whether anything at all is in our anchor. */
    readonly loaded: boolean;
    /** On, and calling our anchor. */
    readonly active: boolean;
    /** Whether our own token keeps pf on. */
    readonly held: boolean;
  };
  readonly services: readonly NetworkService[];
  readonly preferences: readonly PreferenceFile[];
}

/** Reads by scutil(8), pfctl(8), networksetup(8) and plutil(1), one after the other: some twenty short programs. Changes nothing. */
export async function readDarwinFilter(
  { run, files }: { readonly run: CommandRunner; readonly files: FilterFiles },
  token: string | null,
): Promise<DarwinFilterReading> {
  const stored = (await run.run(['scutil'], { stdin: SHOW_COMMANDS })).stdout;
  const dns = (await run.run(['scutil', '--dns'])).stdout;
  const anchor = await run.run(['pfctl', '-a', FILTER_ANCHOR, '-s', 'rules']);
  const info = (await run.run(['pfctl', '-s', 'info'])).stdout;
  const main = (await run.run(['pfctl', '-s', 'rules'])).stdout;
  const references = (await run.run(['pfctl', '-s', 'References'])).stdout;
  return {
    resolver: parseDictionaries(stored)[0] ?? null,
    firstResolver: firstResolver(dns),
    pf: {
      labels: anchor.code === 0 ? parseLabels(anchor.stdout) : null,
      loaded: anchor.code !== CANNOT_RUN && anchor.stdout.trim() !== '',
      active: callsAnchors(info, main),
      held: token !== null && references.includes(token),
    },
    services: await readServices(run),
    preferences: await readPreferences({ run, files }),
  };
}
