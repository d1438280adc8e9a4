import { decode } from 'dns-packet';
import t from 'tap';
import { TYPE } from '../../../../../agent/filter/dns/message.ts';
import { upstreamQuery } from '../../../../../agent/filter/dns/upstream-query.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const QUESTION = { name: 'wiki.example', type: TYPE.aaaa, dnssecOk: false, checkingDisabled: false };

function made(more: Partial<typeof QUESTION> = {}) {
  const query = upstreamQuery({ ...QUESTION, ...more });
  if (query === null) throw new Error('it fits no message');
  return query;
}

t.test('a question goes out anew, with an OPT record and nothing of the asker', async (t) => {
  const query = made();
  hasFields(t, query, { ...QUESTION, questionEnd: 12 + 14 + 4 });
  t.equal(
    query.packet.toString('hex'),
    ['0000', '0100', '0001', '0000', '0000', '0001', '0477696b69076578616d706c6500', '001c', '0001']
      .concat('00', '0029', '04d0', '00000000', '0000')
      .join(''),
  );
});

t.test('DNSSEC and checking are as the asker wants them', async (t) => {
  t.equal(made({ checkingDisabled: true }).packet[3], 0x10);
  const [record] = decode(made({ dnssecOk: true }).packet).additionals ?? [];
  hasFields(t, record, { type: 'OPT', flag_do: true });
  hasFields(t, made({ dnssecOk: true, checkingDisabled: true }), { dnssecOk: true, checkingDisabled: true });
});

t.test('without EDNS it is the question alone, and the first one stays as it was', async (t) => {
  const query = made();
  const before = query.packet.toString('hex');
  const plain = query.withoutEdns();
  t.equal(plain.length, query.questionEnd);
  hasFields(t, decode(plain), { additionals: [], questions: [{ name: 'wiki.example', type: 'AAAA' }] });
  plain.fill(255);
  t.equal(query.packet.toString('hex'), before);
});

t.test('the root is a name, and what fits no message is none', async (t) => {
  t.equal(made({ name: '' }).questionEnd, 12 + 1 + 4);
  t.equal(upstreamQuery({ ...QUESTION, name: 'a..b' }), null);
});
