import type { Command } from 'commander';
import { decideRequest } from '../../api/enrollment/re-enrollment.ts';
import { systemClock } from '../../kit/clock.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import { toEnrollmentRequest } from '../../store/views/enrollment-request.ts';
import { withSchool } from '../school/school-store.ts';
import { type CommonOptions, configOf, withCommonOptions } from './common-options.ts';
import { print } from './output.ts';

const WHOLE_SCHOOL = { organisationId: DEFAULT_ORGANISATION_ID, ouPath: null } as const;

export function addEnrollmentRequests(program: Command): void {
  const requests = program
    .command('enrollment-requests')
    .description('computers that ask to take the place of an enrolled device, without its old key');
  withCommonOptions(requests.command('list').description('who asks, with the code to compare')).action(list);
  for (const [name, status, description] of [
    ['approve', 'approved', 'let the computer with this code be the device; compare the code first'],
    ['refuse', 'refused', 'the device stays as it is'],
  ] as const)
    withCommonOptions(
      requests
        .command(name)
        .description(description)
        .argument('<id>', 'id of the request, as "list" shows it'),
    ).action((id: string, options: CommonOptions) => decide(id, status, options));
}

async function list(options: CommonOptions): Promise<void> {
  const config = configOf(options);
  const now = systemClock.now();
  const found = await withSchool(config, ({ store }) =>
    store.enrollmentRequests.list(DEFAULT_ORGANISATION_ID),
  );
  const shown = found.filter(({ expiresAt }) => expiresAt > now).map(toEnrollmentRequest);
  const lines = shown.map(
    ({ id, status, deviceName, ou, code, hostname, address, createdAt }) =>
      `${id}  ${status}  ${deviceName} (${ou})  code ${code}  ${hostname} at ${address}, ${createdAt}`,
  );
  print(options.json, shown, lines.length === 0 ? 'Nobody asks.' : lines.join('\n'));
}

async function decide(id: string, status: 'approved' | 'refused', options: CommonOptions): Promise<void> {
  const config = configOf(options);
  const decided = await withSchool(config, ({ store }) =>
    store.transaction(async (tx) => {
      const now = systemClock.now();
      const { before, after } = await decideRequest(tx, WHOLE_SCHOOL, { id, status, by: 'cli', now });
      await tx.audit.append({
        organisationId: DEFAULT_ORGANISATION_ID,
        at: now,
        actor: 'cli',
        action: `enrollment_request.${status}`,
        target: after.deviceId,
        before: toEnrollmentRequest(before),
        after: toEnrollmentRequest(after),
      });
      return toEnrollmentRequest(after);
    }),
  );
  print(
    options.json,
    decided,
    status === 'approved'
      ? `The computer with the code ${decided.code} becomes ${decided.deviceName} when it enrolls again with its token.`
      : `Refused; ${decided.deviceName} stays as it is.`,
  );
}
