import type { Command } from 'commander';
import { setPlan } from '../../api/organisation/plan.ts';
import { PLANS, type Plan } from '../../contracts/plans.ts';
import { systemClock } from '../../kit/clock.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import { withSchool } from '../school/school-store.ts';
import { type CommonOptions, configOf, withCommonOptions } from './common-options.ts';
import { print } from './output.ts';

export function addPlan(program: Command): void {
  const plan = withCommonOptions(
    program.command('plan').description('show the plan of the organisation; API keys need enterprise'),
  ).action(show);
  withCommonOptions(
    plan
      .command('set')
      .description('give the organisation another plan')
      .argument('<name>', PLANS.join(', ')),
  ).action(set);
}

async function show(options: CommonOptions): Promise<void> {
  const organisation = await withSchool(configOf(options), ({ store }) =>
    store.organisations.get(DEFAULT_ORGANISATION_ID),
  );
  const plan = organisation?.plan ?? null;
  print(options.json, { plan }, `The plan is ${plan}.`);
}

async function set(name: string, options: CommonOptions): Promise<void> {
  const plan = PLANS.find((known) => known === name);
  if (plan === undefined) throw new OperatorError(`"${name}" is no plan. There are: ${PLANS.join(', ')}.`);
  await withSchool(configOf(options), ({ store }) =>
    store.transaction(async (tx) => {
      const now = systemClock.now();
      const before = await setPlan(tx, { organisationId: DEFAULT_ORGANISATION_ID, plan, now });
      if (before === plan) return;
      await tx.audit.append({
        organisationId: DEFAULT_ORGANISATION_ID,
        at: now,
        actor: 'cli',
        action: 'organization.updated',
        target: null,
        before: { plan: before },
        after: { plan },
      });
    }),
  );
  // Another process learns of it when what it remembers has grown old.
  print(options.json, { plan }, `The plan is ${plan}. ${effectOf(plan)}`);
}

function effectOf(plan: Plan): string {
  return plan === 'enterprise'
    ? 'A running server takes API keys within 5 seconds.'
    : 'A running server refuses API keys within 5 seconds (402).';
}
