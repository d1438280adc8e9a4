import t from 'tap';
import {
  chooseUpstreams,
  type UpstreamFacts,
} from '../../../../../agent/core/network-state/upstream-choice.ts';

function chosen(facts: Partial<UpstreamFacts>): string {
  const usual = { campus: 'off-campus', portal: false, clockWrong: false } as const;
  return chooseUpstreams({ ...usual, network: ['n1', 'n2'], school: ['s1', 's2'], ...facts }).join(' ');
}

t.test('on campus the network’s resolvers are asked first, elsewhere the school’s', async (t) => {
  t.equal(chosen({ campus: 'on-campus' }), 'n1 n2 s1 s2');
  t.equal(chosen({ campus: 'off-campus' }), 's1 s2 n1 n2');
  t.equal(chosen({ campus: 'unknown' }), 's1 s2 n1 n2');
});

t.test('one that both name is asked once', async (t) => {
  t.equal(chosen({ network: ['n1', 's1'] }), 's1 s2 n1');
  t.equal(chosen({ network: ['n1', 's1'], campus: 'on-campus' }), 'n1 s1 s2');
});

t.test('in a portal, and with a wrong clock, only the network’s are asked, if it has any', async (t) => {
  for (const facts of [{ portal: true }, { clockWrong: true }, { portal: true, clockWrong: true }]) {
    t.equal(chosen(facts), 'n1 n2');
    t.equal(chosen({ ...facts, network: [] }), 's1 s2');
  }
});

t.test('a school that names none leaves the network’s', async (t) => {
  t.equal(chosen({ school: [] }), 'n1 n2');
  t.equal(chosen({ school: [], network: [] }), '');
});
