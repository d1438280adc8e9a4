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
  },
);

/** One of each row of the tables. */
const WORDS: readonly string[] = [
  'ubgwtf',
  'blockblast',
  'coolmath',
  'eaglercraft',
  'haxball',
  'minecraft',
  'pacman',
  'shellshock',
  'stickwar',
  'totallyscience',
  'zombsroyale',
];
const PROGRAMS: readonly string[] = [
  'fortniteclient-win64-shipping',
  'minecraftlauncher',
  'lunarclient',
  'valorant',
  'ubisoftconnect',
  'genshinimpact',
  'ppsspp',
  'xboxpcapp',
];

t.test('what mirrors of games call themselves, and the launchers of games, are known', async (t) => {
  for (const word of WORDS) t.ok(GAME_WORDS.includes(word), word);
  for (const program of PROGRAMS) t.ok(GAME_PROCESSES.includes(program), program);
});
