import t from 'tap';
import {
  judgeBlocked,
  judgeCanary,
  judgeOpen,
  judgeRefused,
  judgeSafeSearch,
} from '../../../../../agent/core/self-check/judge-proofs.ts';
import { createProofBook } from '../../../../../agent/core/self-check/proofs.ts';

const ok = { ok: true, detail: '' };
const bad = { ok: false, detail: '' };
const noSay = { ok: null, detail: '' };

t.test('nothing is claimed before the needed proofs were given', (t) => {
  const book = createProofBook();
  t.equal(book.standing(), 'none');
  book.note('name_resolution', ok, 1);
  book.note('must_block', ok, 1);
  t.equal(book.standing(), 'none');
  book.note('system_settings', ok, 1);
  t.equal(book.standing(), 'hold');
  t.end();
});

t.test('one failure may pass, the second in a row counts, one success heals', (t) => {
  const book = createProofBook();
  book.note('name_resolution', ok, 1);
  book.note('system_settings', ok, 1);
  t.equal(book.note('dot_refused', bad, 2), false);
  t.equal(book.standing(), 'unsure');
  t.equal(book.note('dot_refused', bad, 3), true);
  t.equal(book.standing(), 'failed');
  t.same(book.failing(), ['dot_refused']);
  t.equal(book.note('dot_refused', noSay, 4), false, 'what cannot be tried heals nothing');
  t.equal(book.standing(), 'failed');
  t.equal(book.note('dot_refused', ok, 5), true);
  t.equal(book.standing(), 'hold');
  book.clear();
  t.equal(book.standing(), 'none');
  t.end();
});

t.test('what cannot be tried neither proves nor refutes', (t) => {
  const book = createProofBook();
  book.note('name_resolution', noSay, 1);
  book.note('system_settings', ok, 1);
  t.equal(book.standing(), 'none');
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
