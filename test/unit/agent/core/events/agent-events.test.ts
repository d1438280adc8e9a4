import t from 'tap';
import {
  type AgentEvent,
  type Effect,
  type EventState,
  eventsAtStart,
  nextAgentStep,
} from '../../../../../agent/core/events/agent-events.ts';
import type { LinkStatus } from '../../../../../agent/ports/link-status.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const AT_START = eventsAtStart(1_000);
const ENFORCING: EventState = { ...AT_START, enforcing: true };
const linkOf = (state: LinkStatus['state'], lastError: string | null = null): AgentEvent => ({
  event: 'link',
  status: { state, url: null, since: 2_000, lastError, revoked: false },
});
const names = (effects: readonly Effect[]): readonly string[] => effects.map(({ effect }) => effect);

t.test(
  'the server’s coming and going is told once, and policy is asked for each time that it answers',
  async (t) => {
    const online = nextAgentStep(AT_START, linkOf('online', 'an old error'));
    t.same(names(online.effects), ['write_status', 'doubt_clock', 'server_reached', 'get_policy_again']);
    hasFields(t, online.effects[1], { error: null }, 'a link that stands casts no doubt on the clock');
    t.same(online.state, {
      link: { ...AT_START.link, state: 'online', since: 2_000, lastError: 'an old error' },
      online: true,
      enforcing: false,
    });
    const again = nextAgentStep(online.state, linkOf('online'));
    t.same(names(again.effects), ['write_status', 'doubt_clock', 'get_policy_again']);
    const lost = nextAgentStep(again.state, linkOf('waiting', 'CERT_HAS_EXPIRED'));
    t.same(names(lost.effects), ['write_status', 'doubt_clock', 'server_lost']);
    hasFields(t, lost.effects[1], { error: 'CERT_HAS_EXPIRED' });
    t.same(names(nextAgentStep(lost.state, linkOf('connecting')).effects), ['write_status', 'doubt_clock']);
  },
);

t.test('a worker that went leaves a stopped link; one that came is told all again', async (t) => {
  const { state } = nextAgentStep(ENFORCING, linkOf('online'));
  const gone = nextAgentStep(state, { event: 'worker', running: false, at: 3_000 });
  hasFields(t, gone.state, { link: { state: 'stopped', since: 3_000 }, online: true });
  const back = nextAgentStep(state, { event: 'worker', running: true, at: 3_000 });
  t.equal(back.state, state);
  t.same(names(back.effects), ['forget_told', 'configure', 'see_protection', 'write_status', 'beat']);
});

t.test('what may change the filter configures it only while the enforcement runs', async (t) => {
  for (const event of [
    { event: 'lock_goal' },
    { event: 'core_changed' },
    { event: 'looked', changed: false },
  ] as const) {
    t.notOk(names(nextAgentStep(AT_START, event).effects).includes('configure'), event.event);
    t.ok(names(nextAgentStep(ENFORCING, event).effects).includes('configure'), event.event);
  }
  const { state } = nextAgentStep(AT_START, { event: 'enforcing', begun: true });
  t.same(state, ENFORCING);
  t.same(nextAgentStep(state, { event: 'enforcing', begun: false }).state, AT_START);
});

t.test('only the beginning and the end of a portal, and what it leads to, are reported', async (t) => {
  const told = (before: 'probe' | 'portal' | 'enforce', name: 'portal' | 'enforce') =>
    nextAgentStep(ENFORCING, { event: 'network', name, before }).effects;
  t.same(told('probe', 'portal'), [{ effect: 'report_portal', open: true }, { effect: 'configure' }]);
  t.same(told('portal', 'enforce'), [{ effect: 'report_portal', open: false }, { effect: 'configure' }]);
  t.same(told('probe', 'enforce'), [{ effect: 'configure' }]);
});

t.test(
  'a proof that changes has the settings looked at, and a look at an unfiltered computer proves nothing',
  async (t) => {
    t.same(nextAgentStep(ENFORCING, { event: 'proofs', failing: ['pac'] }).effects, [
      { effect: 'report_self_test', failing: ['pac'] },
      { effect: 'ask', chore: 'settings' },
      { effect: 'see_protection' },
    ]);
    t.same(names(nextAgentStep(ENFORCING, { event: 'settings_looked', result: null }).effects), [
      'see_protection',
    ]);
    t.same(
      names(nextAgentStep(ENFORCING, { event: 'settings_looked', result: { ok: true, detail: '' } }).effects),
      ['prove_settings', 'see_protection'],
    );
  },
);
