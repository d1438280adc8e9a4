import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { labObstacle, labRequired } from '../support/laptop-lab.ts';
import { buildSchoolLab, PLACES } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';

const CHROMIUM = '/usr/bin/chromium';
const GAME = 'play.example';
const NEWS = 'news.example';
/** Something that a student runs on the own laptop; it prints a line for each request. */
const LOCAL_PORT = 9_099;
const LOCAL_SERVICE = [
  ...['env', '-i', process.execPath, '-e'],
  `require('http').createServer((request, response) => {
     console.log('asked for ' + request.url);
     response.setHeader('access-control-allow-origin', '*');
     response.end('<p>my own page');
   }).listen(${LOCAL_PORT}, '127.0.0.1', () => console.log('ready'));`,
];

const obstacle = labObstacle() ?? (existsSync(CHROMIUM) ? null : 'Chromium is missing (Debian: chromium)');

t.test(
  'a real Chromium of the student obeys the policies that the agent writes',
  { skip: obstacle !== null && !labRequired() ? obstacle : false },
  async (t) => {
    const folder = testFolder(t);
    const lab = await buildSchoolLab(folder);
    t.teardown(() => lab.down());
    const rules = [{ effect: 'block', reason: 'No games in lessons', match: { domains: [GAME] } }];
    const made = await lab.api('POST', '/v1/policies', {
      name: 'School day',
      target: { everyone: true },
      rules,
    });
    t.equal(made.status, 201);
    await lab.enforcing();
    const profile = join(folder, 'profile');
    mkdirSync(profile, { mode: 0o777 });
    execFileSync('chmod', ['-R', '777', profile]);
    const page = async (url: string, ...flags: readonly string[]): Promise<string> => {
      const { stdout } = await lab.student(
        'timeout',
        '40',
        CHROMIUM,
        ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-component-update'],
        ...[
          '--disable-background-networking',
          '--disable-sync',
          '--ignore-certificate-errors',
          '--disable-dev-shm-usage',
        ],
        ...[`--user-data-dir=${profile}`, '--virtual-time-budget=5000', ...flags, '--dump-dom', url],
      );
      return stdout;
    };

    await t.test('what is allowed is shown', async (t) => {
      t.match(await page(`https://${NEWS}/morning`), /the site news\.example \/morning/);
    });
    await t.test('a blocked page of plain http is our block page, with rule and reason', async (t) => {
      const shown = await page(`http://${GAME}/`);
      t.match(shown, /No games in lessons/);
      t.match(shown, /School day/);
      t.notMatch(shown, /the site play\.example/);
    });
    await t.test('a blocked page of https is not shown', async (t) => {
      t.notMatch(await page(`https://${GAME}/`), /the site play\.example/);
    });
    const FLAGS: readonly (readonly string[])[] = [
      ['--no-proxy-server'],
      ['--proxy-server=direct://'],
      ['--proxy-bypass-list=*'],
      [`--host-resolver-rules=MAP * ${PLACES.site}`],
      ['--enable-features=DnsOverHttps<Trial', `--force-fieldtrials=Trial/Enabled`],
      ['--enable-quic', `--origin-to-force-quic-on=${GAME}:443`],
      ['--incognito'],
    ];
    for (const flags of FLAGS) {
      await t.test(`flags of the browser change nothing: ${flags.join(' ')}`, async (t) => {
        for (const url of [`https://${GAME}/`, `http://${GAME}/`])
          t.notMatch(await page(url, ...flags), /the site play\.example/);
      });
    }
    await t.test('a search is a safe one', async (t) => {
      await page('https://www.google.com/search?q=apples');
      const searched = lab
        .arrivals()
        .filter(({ host, path }) => host === 'www.google.com' && String(path).startsWith('/search'));
      t.ok(searched.length > 0, 'the search arrived');
      for (const { path } of searched) t.match(String(path), /[?&]safe=active/);
    });
    await t.test('no site reaches what runs on the laptop; the student does', async (t) => {
      const service = lab.startAsStudent(...LOCAL_SERVICE);
      t.teardown(() => service.end());
      await service.line(/^ready/);
      const local = `http://127.0.0.1:${LOCAL_PORT}`;
      t.match(await page(`https://${NEWS}/reach?to=${local}/by-a-site`), /it was refused|waiting/);
      t.match(await page(`${local}/by-the-student`), /my own page/);
      t.same(
        service.lines.filter((line) => line.includes('/by-')),
        ['asked for /by-the-student'],
      );
    });
    t.notOk(
      lab.arrivals().some(({ host }) => host === GAME),
      'the game’s site was never reached',
    );
  },
);
