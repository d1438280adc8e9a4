import t from 'tap';
import { BENCHES, testTinyBenches } from '../support/benches.ts';

/** Those are in the files beside this one: each file has its time limit. */
const ELSEWHERE = ['gateway', 'lock', 'rollout', 'live', 'webhooks'];

testTinyBenches(
  t,
  BENCHES.filter((name) => !ELSEWHERE.includes(name)),
);
