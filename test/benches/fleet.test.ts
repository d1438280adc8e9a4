import t from 'tap';
import { testTinyBenches } from '../support/benches.ts';

testTinyBenches(t, ['gateway', 'lock', 'rollout', 'live']);
