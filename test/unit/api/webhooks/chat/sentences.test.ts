import t from 'tap';
import { factsOf } from '../../../../../api/webhooks/chat/facts.ts';
import type { Sentence } from '../../../../../api/webhooks/chat/sentence.ts';
import { SENTENCES, unknownSentence } from '../../../../../api/webhooks/chat/sentences.ts';
import { EVENT_TYPES, type EventType } from '../../../../../contracts/events/catalogue.ts';
import { eventBody } from './hostile-batch.ts';

t.test('every event of the catalogue, and the test call, has its own sentence', async (t) => {
  t.same(Object.keys(SENTENCES).sort(), [...EVENT_TYPES, 'webhook.test'].sort());
});

t.test(
  'every sentence can be said of an event that carries nothing, in the singular and the plural',
  async (t) => {
    const titles = new Set<string>();
    for (const [type, { one, many, name, fields, tone }] of Object.entries(SENTENCES)) {
      const { device_id: _, ...bare } = eventBody(type, {});
      const facts = factsOf(bare);
      const title = one(facts);
      t.ok(title.length > 5 && !/undefined|null|NaN|\[object/.test(title), `${type}: ${title}`);
      t.ok(many({ events: 27, devices: 26 }).includes('2'), type);
      t.ok(name(facts) === null || name(facts) !== '', type);
      t.same(
        fields(facts).filter((each) => each !== null && each.value === ''),
        [],
        type,
      );
      t.ok(['bad', 'warning', 'good', 'neutral'].includes(tone(facts)), type);
      titles.add(title);
    }
    t.equal(titles.size, Object.keys(SENTENCES).length, 'no two events sound the same');
  },
);

t.test('the sentences say who and what', async (t) => {
  const say = (type: EventType, data: Readonly<Record<string, unknown>>): string =>
    SENTENCES[type].one(factsOf(eventBody(type, data)));
  t.equal(say('device.offline', { device: { name: 'LIB-017' } }), 'LIB-017 went offline');
  t.equal(
    say('device.protection_changed', { device: { name: 'LIB-017' }, from: 'enforcing', to: 'unprotected' }),
    'The protection of LIB-017 is unprotected now',
  );
  t.equal(say('alert.created', { alert: { title: 'Game on LIB-017' } }), 'Alert: Game on LIB-017');
  t.equal(say('policy.updated', { policy: { name: 'School day' } }), 'The policy “School day” was changed');
  t.equal(say('policy.violation', { log: { domain: 'play.example' } }), 'play.example was blocked');
  t.equal(say('command.failed', { command: { type: 'open_url' } }), 'The command “open url” failed');
  t.equal(
    say('override.created', { override: { site: 'wiki.example' } }),
    'wiki.example is allowed for a while',
  );
});

t.test('an event of a newer version is told of by its name', async (t) => {
  t.equal(unknownSentence('device.stolen').one(factsOf(eventBody('device.stolen', {}))), 'device.stolen');
});

const ALL: Readonly<Record<string, Sentence>> = SENTENCES;

/** All that is said of an event with this data. */
function said(type: string, data: Readonly<Record<string, unknown>>) {
  const sentence = ALL[type];
  if (sentence === undefined) throw new Error(`nothing is said of ${type}`);
  const facts = factsOf(eventBody(type, { device: { name: 'LIB-017' }, ...data }));
  const fields = sentence
    .fields(facts)
    .flatMap((each) => (each === null ? [] : [`${each.name}: ${each.value}`]));
  return [
    sentence.tone(facts),
    sentence.one(facts),
    sentence.many({ events: 5, devices: 3 }),
    sentence.name(facts),
    fields,
  ] as const;
}

const LOG = {
  log: { domain: 'play.example', user: 'ana', category: 'games', policyId: 'pol_1', action: 'block' },
  count: 3,
};
const VISIT = [
  'Device: LIB-017',
  'User: ana',
  'Category: games',
  'Policy: pol_1',
  'Verdict: block',
  'Requests: 3',
];
const ALERT = { alert: { title: 'Game', severity: 'high', user: 'ana', ou: '/High', note: 'seen' } };
const ALERTED = ['Severity: high', 'Device: LIB-017', 'User: ana', 'Unit: /High', 'Note: seen'];
const POLICY = { policy: { name: 'School day', description: 'Lessons', version: 42 } };
const POLICED = ['Policy: School day', 'Description: Lessons', 'Version: 42'];
const OVERRIDE = {
  override: {
    site: 'wiki.example',
    scope: { type: 'ou' },
    reason: 'homework',
    expiresAt: '2026-11-20T12:00:00Z',
  },
};
const ALLOWED = ['For: ou', 'Reason: homework', 'Until: 2026-11-20 12:00 UTC'];
const SESSION = {
  session: { name: 'Maths', teacher: 'art', ou: '/High', endsAt: '2026-11-20T12:00:00Z' },
  conflict: { teacher: 'bob' },
};
const LESSON = ['Teacher: art', 'Unit: /High', 'Ends: 2026-11-20 12:00 UTC'];
const LOST = 'lost students or devices to';

t.test('of each event is said what happened, of one and of several, with what belongs to it', async (t) => {
  for (const [type, data, expected] of [
    [
      'policy.violation',
      LOG,
      ['neutral', 'play.example was blocked', '5 sites were blocked', 'play.example on LIB-017', VISIT],
    ],
    [
      'game.detected',
      LOG,
      ['warning', 'Game: play.example', '5 games were visited', 'play.example on LIB-017', VISIT],
    ],
    ['alert.created', ALERT, ['bad', 'Alert: Game', '5 new alerts', 'Game', ALERTED]],
    [
      'alert.acknowledged',
      ALERT,
      ['neutral', 'Alert taken on: Game', '5 alerts were taken on', 'Game', ALERTED],
    ],
    ['alert.resolved', ALERT, ['good', 'Alert settled: Game', '5 alerts were settled', 'Game', ALERTED]],
    [
      'policy.created',
      POLICY,
      ['neutral', 'The policy “School day” was made', '5 policies were made', 'School day', POLICED],
    ],
    [
      'policy.updated',
      POLICY,
      ['neutral', 'The policy “School day” was changed', '5 policies were changed', 'School day', POLICED],
    ],
    [
      'policy.deleted',
      POLICY,
      ['neutral', 'The policy “School day” was deleted', '5 policies were deleted', 'School day', POLICED],
    ],
    [
      'override.created',
      OVERRIDE,
      [
        'neutral',
        'wiki.example is allowed for a while',
        '5 sites are allowed for a while',
        'wiki.example',
        ALLOWED,
      ],
    ],
    [
      'override.ended',
      OVERRIDE,
      [
        'neutral',
        'wiki.example is no longer specially allowed',
        '5 temporary allows ended',
        'wiki.example',
        ALLOWED,
      ],
    ],
    [
      'classroom.session_started',
      SESSION,
      ['neutral', 'Lesson began: Maths', '5 lessons began', 'Maths', LESSON],
    ],
    [
      'classroom.session_ended',
      SESSION,
      ['neutral', 'Lesson ended: Maths', '5 lessons ended', 'Maths', LESSON],
    ],
    [
      'classroom.session_conflict',
      SESSION,
      [
        'warning',
        `Lesson ${LOST} a later one: Maths`,
        `5 lessons ${LOST} later ones`,
        'Maths',
        [...LESSON, 'Taken by: bob'],
      ],
    ],
    [
      'report.weekly',
      { report: { week: '2026-W47', totals: { requests: 9, blocked: 2 } } },
      [
        'neutral',
        'The report of week 2026-W47 is ready',
        '5 weekly reports are ready',
        '2026-W47',
        ['Requests: 9', 'Blocked: 2'],
      ],
    ],
    [
      'api_key.expiring',
      { name: 'SIS', keyId: 'key_1', expiresAt: '2026-12-04T10:00:00Z' },
      [
        'warning',
        'The API key “SIS” expires soon',
        '5 API keys expire soon',
        'SIS',
        ['Expires: 2026-12-04 10:00 UTC'],
      ],
    ],
    [
      'webhook.disabled',
      { webhookId: 'whk_1', reason: 'no_success_for_5_days' },
      [
        'bad',
        'A webhook was disabled: its receiver does not take events any more',
        '5 webhooks were disabled',
        'whk_1',
        ['Webhook: whk_1', 'Reason: no success for 5 days'],
      ],
    ],
    [
      'webhook.test',
      {},
      [
        'good',
        'Schoolgate reaches this chat. This is a test.',
        'Schoolgate reaches this chat. These are 5 tests.',
        null,
        [],
      ],
    ],
  ] as const)
    t.strictSame(said(type, data), expected, type);
});

t.test('where the better fact is missing another stands for it', async (t) => {
  const title = (type: string, data: Readonly<Record<string, unknown>>) => said(type, data)[1];
  t.equal(title('alert.created', { alert: { type: 'game' } }), 'Alert: game');
  t.equal(title('policy.updated', { policy: { id: 'pol_1' } }), 'The policy “pol_1” was changed');
  t.equal(title('classroom.session_started', { session: { id: 'cls_1' } }), 'Lesson began: cls_1');
  t.equal(title('api_key.expiring', { keyId: 'key_1' }), 'The API key “key_1” expires soon');
  t.equal(said('webhook.disabled', { reason: null })[4].length, 0);
  const ended = { ...OVERRIDE.override, endedAt: '2026-11-20T11:00:00Z' };
  t.ok(
    said('override.ended', { override: ended })[4].includes('Until: 2026-11-20 11:00 UTC'),
    'when it really ended',
  );
  const over = { ...SESSION.session, endedAt: '2026-11-20T11:00:00Z' };
  t.ok(said('classroom.session_ended', { session: over })[4].includes('Ends: 2026-11-20 11:00 UTC'));
});

t.test('a site of no known device is listed by itself, and nothing by nothing', async (t) => {
  const nameOf = (data: Readonly<Record<string, unknown>>, type = 'policy.violation') => {
    const { device_id: _none, ...body } = eventBody(type, data);
    return ALL[type]?.name(factsOf(body));
  };
  t.equal(nameOf({ log: { domain: 'play.example' } }), 'play.example');
  t.equal(nameOf({ device: { name: 'LIB-017' } }), null);
});

t.test('how an alert feels depends on how severe it is', async (t) => {
  for (const [severity, tone] of [
    ['critical', 'bad'],
    ['high', 'bad'],
    ['medium', 'warning'],
    ['low', 'neutral'],
    ['info', 'neutral'],
    [null, 'warning'],
  ])
    t.equal(said('alert.created', { alert: { severity } })[0], tone, String(severity));
});

t.test('what is unknown is told of with its device', async (t) => {
  const { tone, many, name, fields } = unknownSentence('device.stolen');
  const facts = factsOf(eventBody('device.stolen', { device: { name: 'LIB-017' } }));
  t.same(
    [tone(facts), many({ events: 5, devices: 3 }), name(facts), fields(facts)],
    ['neutral', 'device.stolen, 5 times', 'LIB-017', [{ name: 'Device', value: 'LIB-017' }]],
  );
});
