import t from 'tap';
import { checkPolicy } from '../../../../api/policies/validation.ts';
import type { Rule, Schedule } from '../../../../contracts/policy/model.ts';
import { hasText } from '../../../support/has-fields.ts';

const NOTHING = { domains: [], categories: [], urls: [], apps: [] };

function problems(match: Partial<Rule['match']>, effect: Rule['effect'] = 'block'): readonly string[] {
  return checkPolicy({ schedule: null, rules: [{ effect, match: { ...NOTHING, ...match } }] }).map(
    ({ pointer, code }) => `${code} ${pointer.replace('#/rules/0/match/', '')}`,
  );
}

t.test('a good policy has no problem', (t) => {
  const schedule: Schedule = {
    timezone: 'Europe/Madrid',
    windows: [{ days: ['mon'], from: '22:00', to: '06:00' }],
    exceptDates: ['2028-02-29'],
  };
  const match = {
    domains: ['play.example', 'München.de', '192.0.2.1', 'github.io'],
    categories: ['games', 'unheard-of'],
    urls: ['wiki.example/private', '*.play.example', 'video.example/watch?v=*', 'https://a.example/x'],
    apps: ['Steam'],
  };
  t.same(checkPolicy({ schedule, rules: [{ effect: 'block', match }] }), []);
  t.end();
});

t.test('what is no host is told with its place, and a star with what to write instead', (t) => {
  t.same(problems({ domains: ['a.example', 'a b', 'https://a.example', 'a.example/x', ''] }), [
    'invalid_host domains/1',
    'invalid_host domains/2',
    'invalid_host domains/3',
    'invalid_host domains/4',
  ]);
  const [star] = checkPolicy({
    schedule: null,
    rules: [{ effect: 'block', match: { ...NOTHING, domains: ['*.a.example'] } }],
  });
  hasText(t, star?.detail ?? '', 'Write a.example');
  t.end();
});

t.test('a block of a public suffix or of everything is refused, an allow is not', (t) => {
  t.same(problems({ domains: ['co.uk', 'com', 'CO.UK.', 'a.co.uk'] }), [
    'public_suffix domains/0',
    'public_suffix domains/1',
    'public_suffix domains/2',
  ]);
  t.same(problems({ urls: ['co.uk', '*.co.uk', 'https://co.uk/', '*', '*.*', 'co.uk/x', 'game*.co.uk'] }), [
    'public_suffix urls/0',
    'public_suffix urls/1',
    'public_suffix urls/2',
    'public_suffix urls/3',
    'public_suffix urls/4',
  ]);
  t.same(problems({ domains: ['edu', 'ac.uk'], urls: ['*'] }, 'allow'), []);
  t.end();
});

t.test('an address pattern needs a host, has no port and is not endless', (t) => {
  t.same(problems({ urls: ['/path', 'a.example:8080/x', `a.example/${'x'.repeat(2_048)}`] }), [
    'invalid_url urls/0',
    'invalid_url urls/1',
    'too_long urls/2',
  ]);
  t.end();
});

t.test('zone, times and dates must exist', (t) => {
  const schedule: Schedule = {
    timezone: 'Mars/Olympus',
    windows: [{ days: ['mon'], from: '24:00', to: '8:00' }],
    exceptDates: ['2026-12-25', '2026-02-29'],
  };
  t.same(
    checkPolicy({ schedule, rules: [] }).map(({ pointer }) => pointer),
    [
      '#/schedule/timezone',
      '#/schedule/windows/0/from',
      '#/schedule/windows/0/to',
      '#/schedule/exceptDates/1',
    ],
  );
  t.end();
});

t.test('there are limits, and not more than 50 problems at once', (t) => {
  const rules = Array.from({ length: 501 }, () => ({ effect: 'block' as const, match: NOTHING }));
  t.same(
    checkPolicy({ schedule: null, rules }).map(({ pointer, code }) => [pointer, code]),
    [['#/rules', 'too_many']],
  );
  const domains = Array.from({ length: 5_001 }, (_, index) => `a${index}.example`);
  t.same(problems({ domains }), ['too_many domains']);
  t.equal(problems({ domains: domains.map(() => 'a b') }).length, 50);
  t.end();
});
