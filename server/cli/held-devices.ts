import type { Command } from 'commander';
import { unenrollDevice } from '../../api/devices/devices.ts';
import { systemClock } from '../../kit/clock.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { type School, withSchool } from '../school/school-store.ts';
import { type CommonOptions, configOf, withCommonOptions } from './common-options.ts';
import { print } from './output.ts';

const WHOLE_SCHOOL = { organisationId: DEFAULT_ORGANISATION_ID, ouPath: null } as const;

export function addHeldDevices(program: Command): void {
  const held = program
    .command('held-devices')
    .description('devices that a restore without a journal lets in again only when you have confirmed them');
  withCommonOptions(held.command('list').description('which wait, by name')).action(list);
  withCommonOptions(
    held
      .command('confirm')
      .description('these devices are the school’s: their keys are in force again')
      .argument('[id...]', 'ids of devices, as "list" shows them'),
  )
    .option('--all', 'all that still wait')
    .action(confirm);
  withCommonOptions(
    held
      .command('remove')
      .description('these devices were stolen, given away or unenrolled: unenroll them')
      .argument('<id...>', 'ids of devices, as "list" shows them'),
  ).action(remove);
}

async function list(options: CommonOptions): Promise<void> {
  const found = await withSchool(configOf(options), ({ store }) =>
    store.devices.withHeldKey(DEFAULT_ORGANISATION_ID),
  );
  const shown = found.map(({ id, name, ouPath, serial, user, lastSeenAt }) => ({
    id,
    name,
    ou: ouPath,
    serial,
    user,
    lastSeen: new Date(lastSeenAt).toISOString(),
  }));
  const lines = shown.map(
    ({ id, name, ou, serial, user, lastSeen }) =>
      `${id}  ${name} (${ou})  ${serial ?? 'no serial'}  ${user ?? 'nobody'}, ${lastSeen}`,
  );
  print(options.json, shown, lines.length === 0 ? 'No device waits.' : lines.join('\n'));
}

async function confirm(ids: readonly string[], options: CommonOptions & { all?: true }): Promise<void> {
  const all = options.all === true;
  if (all === ids.length > 0) throw new OperatorError('Name the devices, or give --all.');
  const confirmed = await withSchool(configOf(options), ({ store }) =>
    store.transaction(async (tx) => {
      if (!all) await requireHeld(tx, ids);
      const released = await tx.devices.releaseKeys(DEFAULT_ORGANISATION_ID, all ? null : ids);
      await note(tx, 'device_keys.confirmed', { after: { devices: released, ids: all ? 'all' : ids } });
      return released;
    }),
  );
  print(
    options.json,
    { confirmed },
    `${confirmed} devices are let in again. They knock by themselves, each within about ten minutes.`,
  );
}

async function remove(ids: readonly string[], options: CommonOptions): Promise<void> {
  await withSchool(configOf(options), async (school) => {
    await school.store.transaction((tx) => requireHeld(tx, ids));
    for (const id of ids) await removeOne(school, id);
  });
  print(options.json, { removed: ids.length }, `${ids.length} devices were unenrolled.`);
}

async function removeOne({ store }: School, id: string): Promise<void> {
  await store.transaction(async (tx) => {
    const now = systemClock.now();
    await unenrollDevice(tx, { reach: WHOLE_SCHOOL, id, now, checkVersion: () => undefined });
    await note(tx, 'device.unenrolled', { target: id });
  });
}

/** @throws OperatorError for the first that does not wait */
async function requireHeld(tx: Transaction, ids: readonly string[]): Promise<void> {
  const held = new Set<string>((await tx.devices.withHeldKey(DEFAULT_ORGANISATION_ID)).map(({ id }) => id));
  const other = ids.find((id) => !held.has(id));
  if (other !== undefined)
    throw new OperatorError(`No device ${other} waits; "schoolgate held-devices list" shows those that do.`);
}

async function note(
  tx: Transaction,
  action: string,
  { target = null, ...rest }: { readonly target?: string | null; readonly after?: unknown },
): Promise<void> {
  const at = systemClock.now();
  await tx.audit.append({
    organisationId: DEFAULT_ORGANISATION_ID,
    at,
    actor: 'cli',
    action,
    target,
    ...rest,
  });
}
