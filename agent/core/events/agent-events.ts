import type { ProtectionState, TargetState } from '../../../contracts/mqtt/messages.ts';
import type { LinkStatus } from '../../ports/link-status.ts';
import type { NetworkStateName } from '../network-state/network-state.ts';
import type { ProtectionReport } from '../protection/protection-watch.ts';
import type { ProofResult } from '../self-check/proofs.ts';
import type { EffectHandlers, EventQueue, Step } from './event-queue.ts';

/**
 * The events of the agent and the effects that follow from them. The parts are made in order, and each calls only parts that were made before it.
 * What a part has to say to one that was made after it, it tells the queue as an event. `nextAgentStep` is pure; agent-parts.ts and
 * enforce/enforcement.ts carry its effects out.
 */
export type AgentEvent =
  // The core
  | { readonly event: 'target'; readonly target: TargetState }
  /** Whether the computer is to be locked may have changed. */
  | { readonly event: 'lock_goal' }
  /** Lock, settings, lesson or place have changed. */
  | { readonly event: 'core_changed' }
  /** A record waits in the outbox. */
  | { readonly event: 'record' }
  // The looks at the computer
  | { readonly event: 'looked'; readonly changed: boolean }
  | { readonly event: 'moved' }
  | { readonly event: 'addresses'; readonly addresses: readonly string[] }
  | { readonly event: 'resumed' }
  // The worker and its link
  | { readonly event: 'link'; readonly status: LinkStatus }
  /** The worker came up, or went. @param at wall time, epoch milliseconds */
  | { readonly event: 'worker'; readonly running: boolean; readonly at: number }
  | { readonly event: 'nonce_seen'; readonly nonce: string }
  // The enforcement
  | { readonly event: 'enforcing'; readonly begun: boolean }
  /** A bundle or an index that the target names is here. */
  | { readonly event: 'policy_kept' }
  | { readonly event: 'network'; readonly name: NetworkStateName; readonly before: NetworkStateName }
  /** The worker has taken a new state. */
  | { readonly event: 'configured' }
  /** Caches are empty, and connections that were open to what is shut now are cut. */
  | { readonly event: 'enforced' }
  /** Nothing is to be filtered any more. */
  | { readonly event: 'filter_off' }
  /** A look at the computer's settings is over; null = it proves nothing. */
  | { readonly event: 'settings_looked'; readonly result: ProofResult | null }
  | { readonly event: 'proofs'; readonly failing: readonly string[] }
  /** Rules of ours may be gone. */
  | { readonly event: 'doubt' }
  | { readonly event: 'listeners_moved' }
  | { readonly event: 'protection'; readonly report: ProtectionReport; readonly before: ProtectionState };

/** What a round of the enforcement may be asked to do at once (enforce/round.ts). */
export type Chore = 'settings' | 'resolvers' | 'attempts' | 'full' | 'quick' | 'listeners';

/** What agent-parts.ts carries out. */
export type AgentEffect =
  | { readonly effect: 'write_status' }
  | { readonly effect: 'beat' }
  | { readonly effect: 'send_records' }
  | { readonly effect: 'set_heartbeat'; readonly seconds: number }
  /** Tells `moved` when the campus has changed, or when `changed` is true. */
  | { readonly effect: 'find_campus'; readonly changed: boolean }
  | { readonly effect: 'move_link'; readonly addresses: readonly string[] }
  | { readonly effect: 'wake_link' }
  | { readonly effect: 'look' };

/** What enforce/enforcement.ts carries out; none of it happens where no filter is wanted. */
export type EnforcementEffect =
  | { readonly effect: 'get_policy'; readonly target: TargetState }
  | { readonly effect: 'get_policy_again' }
  /** Cheap when nothing has changed. */
  | { readonly effect: 'configure' }
  /** The worker was replaced: the next `configure` sends everything. */
  | { readonly effect: 'forget_told' }
  | { readonly effect: 'ask'; readonly chore: Chore }
  | { readonly effect: 'see_network' }
  | { readonly effect: 'wake_network' }
  | { readonly effect: 'doubt_clock'; readonly error: string | null }
  | { readonly effect: 'server_lost' }
  | { readonly effect: 'server_reached' }
  | { readonly effect: 'prove_nonce'; readonly nonce: string }
  | { readonly effect: 'prove_settings'; readonly result: ProofResult }
  | { readonly effect: 'clear_proofs' }
  | { readonly effect: 'see_protection' }
  | { readonly effect: 'report_portal'; readonly open: boolean }
  | { readonly effect: 'report_self_test'; readonly failing: readonly string[] }
  | {
      readonly effect: 'report_protection';
      readonly report: ProtectionReport;
      readonly before: ProtectionState;
    };

export type Effect = AgentEffect | EnforcementEffect;
export type AgentQueue = EventQueue<EventState, AgentEvent, Effect>;
export type AgentHandlers = EffectHandlers<AgentEffect>;
export type EnforcementHandlers = EffectHandlers<EnforcementEffect>;

/** What the agent remembers of its events. */
export interface EventState {
  readonly link: LinkStatus;
  /** What the link reported last; the end of a worker does not change it. */
  readonly online: boolean;
  /** The enforcement has begun. Before that only its own parts configure the worker. */
  readonly enforcing: boolean;
}

/** @param at wall time, epoch milliseconds */
export const eventsAtStart = (at: number): EventState => ({
  link: { state: 'stopped', url: null, since: at, lastError: null, revoked: false },
  online: false,
  enforcing: false,
});

const HEARTBEAT = [{ effect: 'write_status' }, { effect: 'beat' }] as const;

export function nextAgentStep(state: EventState, event: AgentEvent): Step<EventState, Effect> {
  return { state: nextState(state, event), effects: effectsOf(event, state) };
}

function nextState(state: EventState, event: AgentEvent): EventState {
  if (event.event === 'link')
    return { ...state, link: event.status, online: event.status.state === 'online' };
  if (event.event === 'worker' && !event.running)
    return { ...state, link: { ...state.link, state: 'stopped', since: event.at } };
  return event.event === 'enforcing' ? { ...state, enforcing: event.begun } : state;
}

type EffectsByEvent = {
  readonly [Name in AgentEvent['event']]: (
    event: Extract<AgentEvent, { readonly event: Name }>,
    before: EventState,
  ) => readonly Effect[];
};

/** In the order in which they are carried out. */
const EFFECTS_BY_EVENT: EffectsByEvent = {
  target: ({ target }, before) => [
    { effect: 'set_heartbeat', seconds: target.settings.heartbeatSeconds },
    { effect: 'get_policy', target },
    ...refresh(before),
  ],
  lock_goal: (_, before) => refresh(before),
  core_changed: (_, before) => [...HEARTBEAT, ...refresh(before)],
  record: () => [{ effect: 'send_records' }],

  looked: ({ changed }, before) => [
    { effect: 'find_campus', changed },
    { effect: 'see_network' },
    ...refresh(before),
  ],
  moved: () => HEARTBEAT,
  addresses: ({ addresses }) => [{ effect: 'move_link', addresses }, { effect: 'look' }],
  resumed: () => [
    { effect: 'wake_link' },
    { effect: 'wake_network' },
    { effect: 'ask', chore: 'resolvers' },
    { effect: 'ask', chore: 'settings' },
    { effect: 'look' },
  ],

  link({ status }, before) {
    const online = status.state === 'online';
    return [
      { effect: 'write_status' },
      { effect: 'doubt_clock', error: online ? null : status.lastError },
      ...when(before.online && !online, { effect: 'server_lost' }),
      // Only a new connection proves that no portal intercepts here. Where no campus is defined, it also says whether the laptop is at school.
      ...(!before.online && online ? [{ effect: 'server_reached' } as const, ...refresh(before)] : []),
      ...when(online, { effect: 'get_policy_again' }),
    ];
  },
  worker: (_, before) => [
    { effect: 'forget_told' },
    ...refresh(before),
    { effect: 'see_protection' },
    ...HEARTBEAT,
  ],
  nonce_seen: ({ nonce }) => [{ effect: 'prove_nonce', nonce }],

  enforcing: () => [],
  policy_kept: () => [{ effect: 'configure' }],
  network: ({ name, before }) => [
    ...when(name === 'portal' || before === 'portal', { effect: 'report_portal', open: name === 'portal' }),
    { effect: 'configure' },
  ],
  configured: () => [{ effect: 'ask', chore: 'listeners' }, { effect: 'see_protection' }, ...HEARTBEAT],
  enforced: () => [{ effect: 'ask', chore: 'full' }],
  filter_off: () => [{ effect: 'clear_proofs' }],
  settings_looked: ({ result }) => [
    ...(result === null ? [] : [{ effect: 'prove_settings', result } as const]),
    { effect: 'see_protection' },
  ],
  proofs: ({ failing }) => [
    { effect: 'report_self_test', failing },
    // If a proof fails because somebody changed a setting, checking the settings finds it.
    { effect: 'ask', chore: 'settings' },
    { effect: 'see_protection' },
  ],
  doubt: () => [{ effect: 'ask', chore: 'settings' }],
  listeners_moved: () => [{ effect: 'configure' }, { effect: 'see_protection' }],
  protection: ({ report, before }) => [{ effect: 'report_protection', report, before }, ...HEARTBEAT],
};

function effectsOf(event: AgentEvent, before: EventState): readonly Effect[] {
  // The row with the event's own name takes this event; TypeScript cannot see that.
  const follows = EFFECTS_BY_EVENT[event.event] as (
    event: AgentEvent,
    before: EventState,
  ) => readonly Effect[];
  return follows(event, before);
}

function when(holds: boolean, effect: Effect): readonly Effect[] {
  return holds ? [effect] : [];
}

/** Before the enforcement has begun, only its own parts have the worker configured. */
function refresh({ enforcing }: EventState): readonly Effect[] {
  return when(enforcing, { effect: 'configure' });
}
