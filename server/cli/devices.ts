import type { Command } from 'commander';
import { deviceInReach } from '../../api/input/reach.ts';
import { systemClock } from '../../kit/clock.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { systemRandom } from '../../kit/random.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import { createRemovalCodes } from '../../store/rules/removal-codes.ts';
import { withSchool } from '../school/school-store.ts';
import { loadSecrets } from '../secrets/secrets.ts';
import { type CommonOptions, configOf, withCommonOptions } from './common-options.ts';
import { print } from './output.ts';

const WHOLE_SCHOOL = { organisationId: DEFAULT_ORGANISATION_ID, ouPath: null } as const;

export function addDevices(program: Command): void {
  const devices = program.command('devices').description('enrolled devices');
  withCommonOptions(
    devices
      .command('removal-code')
      .description('the code with which Schoolgate can be taken off a laptop; the audit notes that you asked')
      .argument('<id>', 'id of the device'),
  ).action(removalCode);
}

async function removalCode(id: string, options: CommonOptions): Promise<void> {
  const { deviceId, code } = await withSchool(configOf(options), async ({ store, layout }) => {
    const { masterKey } = await loadSecrets({
      folder: layout.secrets,
      random: systemRandom,
      // A new master key would make other codes than the laptops have.
      inUse: () => Promise.resolve(true),
    });
    return await store.transaction(async (tx) => {
      const device = await deviceInReach(tx, WHOLE_SCHOOL, id);
      const found = createRemovalCodes(masterKey).codeOf(device);
      if (found === null) throw new OperatorError(`The device ${id} is not enrolled.`);
      await tx.audit.append({
        organisationId: DEFAULT_ORGANISATION_ID,
        at: systemClock.now(),
        actor: 'cli',
        action: 'removal_codes.viewed',
        target: device.id,
      });
      return { deviceId: device.id, code: found };
    });
  });
  print(options.json, { deviceId, code }, code);
}
