import { isLoopback } from '../../../../kit/addresses.ts';
import type { FilterGoal, JournaledStep } from '../../../ports/filter-control.ts';
import { isOurs, STORE_KEY, setCommands } from './dynamic-store.ts';
import type { DarwinFilterReading } from './filter-reading.ts';
import { planPreferences, planPreferencesOff } from './managed-preferences.ts';
import { planPac, planResolvers, planServiceOff } from './network-services.ts';
import { FILTER_ANCHOR, renderAnchor } from './pf-anchor.ts';

/** Its output is the token that gives pf back. */
export const ENABLE_STEP = 'darwin-pf-enable';
/** May fail: the daemon starts by itself when it is asked. */
export const RELOAD_STEP = 'darwin-preferences-reload';

const SCUTIL = ['scutil'] as const;
const FLUSH_ANCHOR = ['pfctl', '-a', FILTER_ANCHOR, '-F', 'all'] as const;

/** The steps that bring a Mac to a goal. Pure. The firewall comes after the resolver, so that a resolver answers before others are closed. */
export function planFilter(goal: FilterGoal, have: DarwinFilterReading): readonly JournaledStep[] {
  if (goal.mode === 'off') return planOff(have);
  return [
    ...resolver(goal, have),
    ...have.services.flatMap(planResolvers),
    ...firewall(goal, have),
    ...have.services.flatMap((service) => planPac(service, goal.browser.pacUrl)),
    ...withReload(planPreferences(goal.browser, have.preferences)),
  ];
}

/** The key is gone after each restart of the Mac, and whenever somebody removes it. scutil(8) takes commands on standard input only, so that there is no undo by command: the sweep removes it. */
function resolver({ ports }: FilterGoal, have: DarwinFilterReading): readonly JournaledStep[] {
  if (isOurs(have.resolver ?? undefined, ports.dns)) return [];
  return [
    {
      id: 'darwin-resolver',
      what: 'send all look-ups of the computer to the filter (dynamic store)',
      cmd: SCUTIL,
      stdin: setCommands(ports.dns),
      undo: [],
    },
  ];
}

function firewall(goal: FilterGoal, { pf }: DarwinFilterReading): readonly JournaledStep[] {
  const { text, labels } = renderAnchor(goal);
  const whole = labels.every((label) => pf.labels?.has(label)) && pf.labels?.size === labels.length;
  const load: JournaledStep = {
    id: 'darwin-pf',
    what: 'load the firewall rules (pf anchor)',
    cmd: ['pfctl', '-a', FILTER_ANCHOR, '-f', '-'],
    stdin: text,
    undo: [FLUSH_ANCHOR],
  };
  const enable: JournaledStep = { id: ENABLE_STEP, what: 'turn pf on', cmd: ['pfctl', '-E'], undo: [] };
  return [...(whole ? [] : [load]), ...(pf.active && pf.held ? [] : [enable])];
}

function withReload(steps: readonly JournaledStep[]): readonly JournaledStep[] {
  if (steps.length === 0) return [];
  const reload: JournaledStep = {
    id: RELOAD_STEP,
    what: 'have preferences read anew',
    cmd: ['killall', 'cfprefsd'],
    undo: [],
  };
  return [...steps, reload];
}

/** Takes away what is ours, by name. Pure. pf's token is given back by `apply` and `restore`. */
export function planOff(have: DarwinFilterReading): readonly JournaledStep[] {
  const steps: JournaledStep[] = [];
  if (have.resolver !== null)
    steps.push({
      id: 'darwin-resolver-off',
      what: 'remove our resolver (dynamic store)',
      cmd: SCUTIL,
      stdin: `remove ${STORE_KEY}\nquit\n`,
      undo: [],
    });
  if (have.pf.loaded)
    steps.push({ id: 'darwin-pf-off', what: 'empty the pf anchor', cmd: FLUSH_ANCHOR, undo: [] });
  return [
    ...steps,
    ...have.services.flatMap(planServiceOff),
    ...withReload(planPreferencesOff(have.preferences)),
  ];
}

/** What no step mends, a sentence each. Pure. */
export function problemsOf(goal: FilterGoal, have: DarwinFilterReading): readonly string[] {
  if (goal.mode === 'off') return [];
  const { resolver, firstResolver, pf, preferences } = have;
  return [
    ...(pf.labels === null ? ['pf cannot be read: whether the firewall holds is not known'] : []),
    ...(pf.loaded && !pf.active
      ? ['the main rules of pf do not call the anchors of com.apple/: our firewall rules are not in force']
      : []),
    ...(resolver !== null && firstResolver !== null && !isLoopback(firstResolver)
      ? [`the system asks ${firstResolver} first: another program's resolver stands before ours`]
      : []),
    ...preferences
      .filter(({ kind }) => kind === 'unreadable')
      .map(({ file }) => `${file} cannot be merged with: its browser is not closed by policy`),
    ...(goal.pinnedEgress ? ['addresses cannot be pinned on macOS: pinnedEgress is not in force'] : []),
  ];
}
