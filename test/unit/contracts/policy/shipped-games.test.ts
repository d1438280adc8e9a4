import t from 'tap';
import { appName } from '../../../../contracts/policy/match.ts';
import { GAME_PROCESSES, GAME_WORDS } from '../../../../contracts/policy/shipped-games.ts';

t.test(
  'each word is a label or a part of one, and each program is written as it is compared; once',
  async (t) => {
    for (const word of GAME_WORDS) t.match(word, /^[a-z0-9]{1,40}$/);
    for (const program of GAME_PROCESSES) t.equal(appName(program), program);
    t.equal(new Set(GAME_WORDS).size, GAME_WORDS.length);
    t.equal(new Set(GAME_PROCESSES).size, GAME_PROCESSES.length);
    t.ok(GAME_WORDS.length >= 86 && GAME_PROCESSES.length >= 53, 'no row is lost');
  },
);
