import type { Command } from 'commander';
import { createSessions, LINK_HOURS } from '../../api/http/authentication/sessions.ts';
import { systemClock } from '../../kit/clock.ts';
import { systemRandom } from '../../kit/random.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import { readMachineNames } from '../certificates/hosts.ts';
import { commandName } from '../config/installation.ts';
import { findRunningServer } from '../data-folder/server-lock.ts';
import { httpUrl, signInLink } from '../school/addresses.ts';
import { withSchool } from '../school/school-store.ts';
import { type CommonOptions, configOf, withCommonOptions } from './common-options.ts';
import { print } from './output.ts';

export function addSignInLink(program: Command): void {
  withCommonOptions(
    program
      .command('sign-in-link')
      .description('make a link that signs an administrator in to the dashboard, once'),
  ).action(makeLink);
}

async function makeLink(options: CommonOptions): Promise<void> {
  const config = configOf(options);
  const { settings } = config;
  const { url, running } = await withSchool(config, async ({ store, layout, ids }) => {
    const sessions = createSessions({ store, ids, clock: systemClock, random: systemRandom });
    const server = await findRunningServer(layout);
    const base = server?.http ?? httpUrl(settings, readMachineNames(), settings.httpPort);
    const link = await sessions.createLink();
    await store.audit.append({
      organisationId: DEFAULT_ORGANISATION_ID,
      at: systemClock.now(),
      actor: 'cli',
      action: 'sign_in_link.created',
      target: null,
    });
    return { url: signInLink(base, link), running: server !== null };
  });
  const note = running
    ? ''
    : `\nNo server runs on this data folder now: start it with "${commandName()} serve" first.\n`;
  print(options.json, { url, running }, `\n  ${url}\n\nIt works once, within ${LINK_HOURS} hours.\n${note}`);
}
