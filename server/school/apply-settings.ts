import type { LogLevel } from '../../contracts/log-levels.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { RecordSettingName } from '../../store/ports/organisation-settings.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Store } from '../../store/ports/store.ts';
import type { FileSettings, SettingsSource } from '../../store/rules/organisation-settings.ts';

/** Writes what the file says of the school to its record. What it does not say, and what was set over the API, stays as it is. */
export async function applyFile(
  store: Pick<Store, 'organisations' | 'organisationSettings'>,
  file: FileSettings,
): Promise<void> {
  const { values: here } = await store.organisationSettings.get(DEFAULT_ORGANISATION_ID);
  const said = <Name extends RecordSettingName>(name: Name) => (name in here ? null : file.values[name]);
  const [name, timezone, accountDomain, helpLine] = [
    said('name'),
    said('timeZone'),
    said('accountDomain'),
    said('helpLine'),
  ];
  await store.organisations.update(DEFAULT_ORGANISATION_ID, {
    ...(name === null ? {} : { name }),
    ...(timezone === null ? {} : { timezone }),
    ...(accountDomain === null ? {} : { accountDomain }),
    ...(helpLine === null ? {} : { helpLine }),
  });
}

/** Keeps the level of the log as it is set. @param setLevel null = nobody has set one over the API */
export function createLogLevelWatch({
  store,
  settings,
  setLevel,
  log,
}: {
  readonly store: Pick<Store, 'bus'>;
  readonly settings: SettingsSource;
  readonly setLevel: (level: LogLevel | null) => void;
  readonly log: Log;
}): Service {
  let unsubscribe: (() => void) | null = null;
  const look = async (): Promise<void> => {
    const { values, sources } = await settings.read();
    setLevel(sources.logLevel === 'here' ? values.logLevel : null);
  };
  return {
    async start() {
      unsubscribe ??= store.bus.subscribe(({ kind }) => {
        if (kind !== 'settings') return;
        look().catch((error: unknown) =>
          log.error({ error: messageOf(error) }, 'the level of the log could not be read'),
        );
      });
      await look();
    },
    async stop() {
      unsubscribe?.();
      unsubscribe = null;
    },
  };
}
