import { systemClock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { dataLayout } from '../data-folder/layout.ts';
import { checkCertificates } from './check-certificates.ts';
import { checkDatabase, checkSecrets } from './check-database.ts';
import { checkAudit, checkBackup, checkRetention } from './check-keeping.ts';
import { checkClock, checkDataFolder, checkNode, checkPorts } from './check-machine.ts';
import { checkSettings } from './check-settings.ts';
import { type Finding, fail, ok } from './finding.ts';

/**
 * Checks everything that a server needs. It changes nothing, except for a probe file that it removes again. Never rejects: what a check cannot examine is a
 * finding too.
 * @param configure loads the configuration; its error is a finding, and the checks that need a configuration are left out
 */
export async function examine(configure: () => LoadedConfig): Promise<readonly Finding[]> {
  const node = checkNode(process.versions.node);
  let config: LoadedConfig;
  try {
    config = configure();
  } catch (error) {
    return [node, fail('Configuration', messageOf(error), 'Put that right and run doctor again.')];
  }
  const { settings, file } = config;
  const layout = dataLayout(settings.dataDir);
  const checks: readonly (() => Promise<readonly Finding[]> | readonly Finding[])[] = [
    () => checkDataFolder(layout),
    () => checkDatabase(layout),
    () => checkAudit(layout),
    () => checkRetention(layout, systemClock, settings.retentionAuditDays),
    () => checkSettings(layout, config),
    () => checkBackup(layout, systemClock),
    async () => [await checkSecrets(layout)],
    () => checkCertificates(settings, layout, systemClock),
    () => checkPorts(settings, layout),
    async () => [await checkClock(systemClock, layout)],
  ];
  const findings: Finding[] = [node, ok('Configuration', file ?? 'defaults, flags and environment; no file')];
  for (const check of checks) {
    try {
      findings.push(...(await check()));
    } catch (error) {
      findings.push(fail('Doctor', messageOf(error), 'This is unexpected: please report it.'));
    }
  }
  return findings;
}
