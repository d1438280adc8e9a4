import { existsSync } from 'node:fs';
import type { OrganisationSettingName } from '../../store/ports/organisation-settings.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import { SETTINGS_OF_FILE } from '../config/file-settings.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { SETTINGS } from '../config/settings.ts';
import type { DataLayout } from '../data-folder/layout.ts';
import { folderStore } from '../data-folder/store-adapter.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Each setting that was set over the API, since the file does not decide it. A warning where somebody set it in the file as well. */
export async function checkSettings(
  layout: DataLayout,
  { chosen }: Pick<LoadedConfig, 'chosen'>,
): Promise<readonly Finding[]> {
  if (!existsSync(layout.database)) return [];
  const here = await folderStore(layout).inspect((inspection) =>
    inspection.settingsHere(DEFAULT_ORGANISATION_ID),
  );
  return (Object.keys(here) as OrganisationSettingName[]).sort().map((name) => {
    const set = SETTINGS_OF_FILE[name].filter((setting) => chosen.has(setting));
    if (set.length === 0) return ok('Settings', `${name} is set in the dashboard`);
    const keys = set.map((setting) => SETTINGS[setting].key).join(' and ');
    return warn(
      'Settings',
      `${name} is set in the dashboard, which wins over ${keys} of the configuration`,
      'Take it back in the dashboard (null in PATCH /v1/organization), or remove it from the configuration.',
    );
  });
}
