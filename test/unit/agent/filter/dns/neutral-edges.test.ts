import t from 'tap';
import { isNeutralEdge } from '../../../../../agent/filter/dns/neutral-edges.ts';

t.test('an edge of a content network is neutral with all below it, and nothing else is', async (t) => {
  for (const name of ['cloudfront.net', 'd1.cloudfront.net', 'a.b.akamaiedge.net', 'x.eu.elb.amazonaws.com'])
    t.equal(isNeutralEdge(name), true, name);
  for (const name of ['wiki.example', 'notcloudfront.net', 'cloudfront.net.example', 'net', ''])
    t.equal(isNeutralEdge(name), false, name);
});
