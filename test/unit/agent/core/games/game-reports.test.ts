import t from 'tap';
import { createGameReports, type GameDetails } from '../../../../../agent/core/games/game-reports.ts';
import { createGameWords } from '../../../../../agent/core/games/game-words.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const HOUR = 3_600_000;

t.test('words are whole labels or parts between hyphens, never the top-level name', async (t) => {
  const { find } = createGameWords(['unblocked', '1v1', 'RetroBowl', 'games', 'coolmath-games']);
  for (const [host, word] of [
    ['unblocked.example', 'unblocked'],
    ['www.unblocked-sites.example', 'unblocked'],
    ['1v1.lol', '1v1'],
    ['play-1v1-now.example', '1v1'],
    ['retrobowl.example', 'retrobowl'],
    ['coolmath-games.example', 'coolmath-games'],
    ['a.games', null],
    ['gamesa.example', null],
    ['unblockedwords.example', null],
    ['example', null],
    ['', null],
    ['1.2.3.4', null],
  ] as const)
    t.equal(find(host), word, host);
});

t.test('under names of free hosting the beginning or end of a part is enough', async (t) => {
  const { find } = createGameWords(['unblocked', '1v1', 'retrobowl']);
  for (const [host, word] of [
    ['unblockedgames66.github.io', 'unblocked'],
    ['play-myretrobowl.github.io', 'retrobowl'],
    ['1v1lol.github.io', null],
    ['school-project.github.io', null],
    ['github.io', null],
    ['myretrobowl.example', null],
  ] as const)
    t.equal(find(host), word, host);
});

function setUp() {
  const clock = createFakeClock();
  const told: GameDetails[] = [];
  const games = createGameReports({ clock, report: (details) => told.push(details) });
  games.lookFor({ gameWords: ['unblocked'], gameProcesses: ['Steam.exe', 'RobloxPlayerBeta'] });
  return { clock, told, games };
}

t.test('a name is told once an hour', async (t) => {
  const { clock, told, games } = setUp();
  for (let i = 0; i < 10; i++) games.asked('unblocked.example');
  games.asked('wiki.example');
  t.same(told, [{ source: 'name', domain: 'unblocked.example', word: 'unblocked', suppressed: 0 }]);
  await clock.advance(HOUR);
  games.asked('unblocked.example');
  t.equal(told.length, 2);
});

t.test('programs are known without case and .exe, and told once an hour', async (t) => {
  const { clock, told, games } = setUp();
  for (let i = 0; i < 130; i++) {
    games.running(['bash', 'STEAM', 'steam.exe', 'steamwebhelper', 'RobloxPlayerBeta.exe']);
    await clock.advance(30_000);
  }
  t.same(
    told.map((details) => (details.source === 'process' ? details.process : null)),
    ['steam', 'robloxplayerbeta', 'steam', 'robloxplayerbeta'],
  );
});

t.test('a page full of names is told a few times, with how many were swallowed', async (t) => {
  const { clock, told, games } = setUp();
  for (let i = 0; i < 20_000; i++) games.asked(`unblocked.d${i}.example`);
  t.equal(told.length, 20);
  await clock.advance(HOUR);
  games.asked('unblocked.again.example');
  t.equal(told.at(-1)?.suppressed, 19_980);
});

t.test('another bundle brings other words, also for names that were seen before', async (t) => {
  const { told, games } = setUp();
  games.asked('slope.example');
  games.lookFor({ gameWords: ['slope'], gameProcesses: [] });
  games.asked('slope.example');
  games.running(['steam']);
  t.same(
    told.map((details) => details.source === 'name' && details.word),
    ['slope'],
  );
});

t.test('words may be written in any case, with spaces around them; an empty one is none', async (t) => {
  const { find } = createGameWords([' Slope ', '', '  ', 'www']);
  t.equal(find('slope.example'), 'slope');
  t.equal(find('a..example'), null);
  t.equal(find('www.slope.example'), 'www', 'the first label that is one');
});

t.test(
  'a whole label goes before its parts, and a word in front or behind is found with five letters',
  async (t) => {
    const { find } = createGameWords(['coolmath', 'coolmath-games', 'slope', 'poki']);
    t.equal(find('coolmath-games.example'), 'coolmath-games');
    t.equal(find('slopegame.github.io'), 'slope');
    t.equal(find('mypokigame-pokigames.github.io'), null, 'four letters are part of too many words');
    t.equal(find('my-poki.github.io'), 'poki', 'but a whole part is one');
    t.equal(find('theslopegame.github.io'), null, 'in the middle it is none');
    t.equal(find('slope.github.io'), 'slope');
    t.equal(find('github.io.example'), null);
    t.equal(find('io.example'), null, 'of a host the top-level name alone is left out');
    t.equal(
      createGameWords(['github', 'io']).find('a.github.io'),
      null,
      'nor does the host of the site count',
    );
    t.equal(createGameWords(['github']).find('github.io'), 'github');
  },
);

t.test('nothing is looked for before a bundle says what', async (t) => {
  const clock = createFakeClock();
  const told: GameDetails[] = [];
  const games = createGameReports({ clock, report: (details) => told.push(details) });
  games.asked('unblocked.example');
  games.running(['steam', '']);
  t.same(told, []);
});

t.test(
  'the same bundle again forgets nothing; the hour is counted from the last time it was told',
  async (t) => {
    const { clock, told, games } = setUp();
    games.asked('unblocked.example');
    await clock.advance(HOUR / 2);
    games.lookFor({ gameWords: ['unblocked'], gameProcesses: ['Steam.exe', 'RobloxPlayerBeta'] });
    games.asked('unblocked.example');
    games.lookFor({ gameWords: ['unblocked', 'slope'], gameProcesses: [] });
    games.asked('unblocked.example');
    await clock.advance(HOUR / 2 - 1);
    games.asked('unblocked.example');
    t.equal(told.length, 1, 'another bundle does not tell the same anew');
    await clock.advance(1);
    games.asked('unblocked.example');
    t.equal(told.length, 2);
  },
);

t.test('a name and a program that are called the same are told each for itself', async (t) => {
  const { told, games } = setUp();
  games.lookFor({ gameWords: ['steam'], gameProcesses: ['steam'] });
  games.asked('steam.example');
  games.running(['steam']);
  t.same(told, [
    { source: 'name', domain: 'steam.example', word: 'steam', suppressed: 0 },
    { source: 'process', process: 'steam', suppressed: 0 },
  ]);
});

t.test('of many programs some are told, and how many were swallowed', async (t) => {
  const { clock, told, games } = setUp();
  const programs = Array.from({ length: 30 }, (_, n) => `game${n}`);
  games.lookFor({ gameWords: [], gameProcesses: programs });
  games.running(programs);
  t.equal(told.length, 20);
  await clock.advance(HOUR);
  games.running(programs);
  t.same(
    told.slice(20, 22).map(({ suppressed }) => suppressed),
    [10, 0],
  );
});
