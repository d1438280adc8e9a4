import t from 'tap';
import {
  judgeBlocked,
  judgeCanary,
  judgeOpen,
  judgeRefused,
  judgeSafeSearch,
} from '../../../../../agent/core/self-check/judge-proofs.ts';
import { createProofResults } from '../../../../../agent/core/self-check/proofs.ts';

const ok = { ok: true, detail: '' };
const bad = { ok: false, detail: '' };
const noSay = { ok: null, detail: '' };

t.test('nothing is claimed before the needed proofs were given', (t) => {
  const results = createProofResults();
  t.equal(results.summary(), 'none');
  results.note('name_resolution', ok, 1);
  results.note('must_block', ok, 1);
  t.equal(results.summary(), 'none');
  results.note('system_settings', ok, 1);
  t.equal(results.summary(), 'hold');
  t.end();
});

t.test('one failure may pass, the second in a row counts, one success heals', (t) => {
  const results = createProofResults();
  results.note('name_resolution', ok, 1);
  results.note('system_settings', ok, 1);
  t.equal(results.note('dot_refused', bad, 2), false);
  t.equal(results.summary(), 'unsure');
  t.equal(results.note('dot_refused', bad, 3), true);
  t.equal(results.summary(), 'failed');
  t.same(results.failing(), ['dot_refused']);
  t.equal(results.note('dot_refused', noSay, 4), false, 'what cannot be tried heals nothing');
  t.equal(results.summary(), 'failed');
  t.equal(results.note('dot_refused', ok, 5), true);
  t.equal(results.summary(), 'hold');
  results.clear();
  t.equal(results.summary(), 'none');
  t.end();
});

t.test('what cannot be tried neither proves nor refutes', (t) => {
  const results = createProofResults();
  results.note('name_resolution', noSay, 1);
  results.note('system_settings', ok, 1);
  t.equal(results.summary(), 'none');
  t.end();
});

const addresses = (...list: string[]) => ({ answer: 'addresses' as const, addresses: list });
const nothing = { answer: 'nothing' as const };
const silence = { answer: 'none' as const };

t.test('answers are judged by what they show, and silence shows nothing', (t) => {
  t.equal(judgeBlocked('x', addresses('0.0.0.0', '::')).ok, true);
  t.equal(judgeBlocked('x', addresses('0.0.0.0', '192.0.2.1')).ok, false);
  t.equal(judgeBlocked('x', nothing).ok, true);
  t.equal(judgeBlocked('x', silence).ok, null);
  t.equal(judgeOpen('x', addresses('192.0.2.1')).ok, true);
  t.equal(judgeOpen('x', addresses('0.0.0.0')).ok, false);
  t.equal(judgeOpen('x', nothing).ok, null);
  t.equal(judgeSafeSearch(addresses('192.0.2.9'), addresses('192.0.2.9', '::9')).ok, true);
  t.equal(judgeSafeSearch(addresses('192.0.2.1'), addresses('192.0.2.9')).ok, false);
  t.equal(judgeSafeSearch(addresses('192.0.2.1'), silence).ok, null);
  t.equal(judgeCanary(nothing).ok, true);
  t.equal(judgeCanary(addresses('192.0.2.1')).ok, false);
  t.equal(judgeCanary(silence).ok, null);
  t.equal(judgeRefused('x', 'refused').ok, true);
  t.equal(judgeRefused('x', 'open').ok, false);
  t.equal(judgeRefused('x', 'answered').ok, false);
  t.equal(judgeRefused('x', 'silent').ok, null);
  t.equal(judgeRefused('x', 'unreachable').ok, null);
  t.end();
});

t.test('a proof is kept with its last result, its moment and how often it failed in a row', (t) => {
  const results = createProofResults();
  t.equal(results.note('must_block', { ok: true, detail: 'blocked' }, 1), false, 'the first success');
  t.equal(results.note('pac', bad, 1), false);
  results.note('dot_refused', { ok: null, detail: 'no network' }, 2);
  t.strictSame(results.all(), [
    { name: 'dot_refused', ok: null, detail: 'no network', at: 2, failures: 0 },
    { name: 'must_block', ok: true, detail: 'blocked', at: 1, failures: 0 },
    { name: 'pac', ok: false, detail: '', at: 1, failures: 1 },
  ]);
  results.note('pac', { ok: null, detail: 'no network' }, 3);
  t.strictSame(results.all().at(-1), { name: 'pac', ok: false, detail: 'no network', at: 3, failures: 1 });
  t.equal(results.note('pac', bad, 4), true, 'the second failure, with a try between that could not be made');
  t.equal(results.note('pac', bad, 5), false, 'it failed before');
  t.strictSame(results.all().at(-1), { name: 'pac', ok: false, detail: '', at: 5, failures: 3 });
  results.clear();
  t.strictSame(results.all(), []);
  t.end();
});

t.test('a success between two failures begins the count anew', (t) => {
  const results = createProofResults();
  results.note('name_resolution', ok, 1);
  results.note('system_settings', ok, 1);
  results.note('canary', bad, 1);
  t.equal(results.note('canary', ok, 2), false, 'one failure was none yet');
  t.equal(results.summary(), 'hold');
  t.equal(results.note('canary', bad, 3), false);
  t.equal(results.summary(), 'unsure');
  t.strictSame(results.failing(), []);
  t.end();
});

t.test('a needed proof that failed is known; one failed twice is worse than one that is missing', (t) => {
  const results = createProofResults();
  results.note('name_resolution', bad, 1);
  t.equal(results.summary(), 'none', 'the other is missing');
  results.note('system_settings', ok, 1);
  t.equal(results.summary(), 'unsure');
  const other = createProofResults();
  other.note('relay', bad, 1);
  other.note('relay', bad, 2);
  t.equal(other.summary(), 'failed');
  t.strictSame(other.failing(), ['relay']);
  t.end();
});
