import type { SentEventType } from '../../../contracts/events/catalogue.ts';
import { COMMAND_SENTENCES, DEVICE_SENTENCES } from './device-sentences.ts';
import type { Facts } from './facts.ts';
import { bad, field, good, neutral, type Sentence, type Tone, warning } from './sentence.ts';

/** The sentences of each event. */
export const SENTENCES: Readonly<Record<SentEventType, Sentence>> = {
  ...DEVICE_SENTENCES,
  ...COMMAND_SENTENCES,

  'policy.violation': {
    tone: neutral,
    one: (facts) => `${facts.text('log.domain') ?? 'A site'} was blocked`,
    many: ({ events }) => `${events} sites were blocked`,
    name: withDevice('log.domain'),
    fields: visitFields,
  },
  'game.detected': {
    tone: warning,
    one: (facts) => `Game: ${facts.text('log.domain') ?? 'unknown'}`,
    many: ({ events }) => `${events} games were visited`,
    name: withDevice('log.domain'),
    fields: visitFields,
  },

  'alert.created': {
    tone: alertTone,
    one: (facts) => `Alert: ${alertTitle(facts)}`,
    many: ({ events }) => `${events} new alerts`,
    name: alertTitle,
    fields: alertFields,
  },
  'alert.acknowledged': {
    tone: neutral,
    one: (facts) => `Alert taken on: ${alertTitle(facts)}`,
    many: ({ events }) => `${events} alerts were taken on`,
    name: alertTitle,
    fields: alertFields,
  },
  'alert.resolved': {
    tone: good,
    one: (facts) => `Alert settled: ${alertTitle(facts)}`,
    many: ({ events }) => `${events} alerts were settled`,
    name: alertTitle,
    fields: alertFields,
  },

  ...policySentences(),

  'override.created': {
    tone: neutral,
    one: (facts) => `${facts.text('override.site') ?? 'A site'} is allowed for a while`,
    many: ({ events }) => `${events} sites are allowed for a while`,
    name: (facts) => facts.text('override.site'),
    fields: overrideFields,
  },
  'override.ended': {
    tone: neutral,
    one: (facts) => `${facts.text('override.site') ?? 'A site'} is no longer specially allowed`,
    many: ({ events }) => `${events} temporary allows ended`,
    name: (facts) => facts.text('override.site'),
    fields: overrideFields,
  },

  'classroom.session_started': {
    tone: neutral,
    one: (facts) => `Lesson began: ${sessionName(facts)}`,
    many: ({ events }) => `${events} lessons began`,
    name: sessionName,
    fields: sessionFields,
  },
  'classroom.session_ended': {
    tone: neutral,
    one: (facts) => `Lesson ended: ${sessionName(facts)}`,
    many: ({ events }) => `${events} lessons ended`,
    name: sessionName,
    fields: sessionFields,
  },
  'classroom.session_conflict': {
    tone: warning,
    one: (facts) => `Lesson lost students or devices to a later one: ${sessionName(facts)}`,
    many: ({ events }) => `${events} lessons lost students or devices to later ones`,
    name: sessionName,
    fields: (facts) => [...sessionFields(facts), field('Taken by', facts.text('conflict.teacher'))],
  },

  'report.weekly': {
    tone: neutral,
    one: (facts) => `The report of week ${facts.text('report.week') ?? ''} is ready`,
    many: ({ events }) => `${events} weekly reports are ready`,
    name: (facts) => facts.text('report.week'),
    fields: (facts) => [
      field('Requests', facts.text('report.totals.requests')),
      field('Blocked', facts.text('report.totals.blocked')),
    ],
  },
  'api_key.expiring': {
    tone: warning,
    one: (facts) => `The API key “${facts.text('name') ?? facts.text('keyId') ?? ''}” expires soon`,
    many: ({ events }) => `${events} API keys expire soon`,
    name: (facts) => facts.text('name'),
    fields: (facts) => [field('Expires', facts.moment('expiresAt'))],
  },
  'webhook.disabled': {
    tone: bad,
    one: () => 'A webhook was disabled: its receiver does not take events any more',
    many: ({ events }) => `${events} webhooks were disabled`,
    name: (facts) => facts.text('webhookId'),
    fields: (facts) => [
      field('Webhook', facts.text('webhookId')),
      field('Reason', facts.text('reason')?.replaceAll('_', ' ') ?? null),
    ],
  },
  'webhook.test': {
    tone: good,
    one: () => 'Schoolgate reaches this chat. This is a test.',
    many: ({ events }) => `Schoolgate reaches this chat. These are ${events} tests.`,
    name: () => null,
    fields: () => [],
  },
};

/** The sentence of an event that this version does not know; a newer version may have left it in the queue. */
export function unknownSentence(event: string): Sentence {
  return {
    tone: neutral,
    one: () => event,
    many: ({ events }) => `${event}, ${events} times`,
    name: (facts) => facts.device,
    fields: (facts) => [field('Device', facts.device)],
  };
}

function withDevice(path: string): (facts: Facts) => string | null {
  return (facts) => {
    const what = facts.text(path);
    return what === null || facts.device === null ? what : `${what} on ${facts.device}`;
  };
}

function visitFields(facts: Facts): ReturnType<Sentence['fields']> {
  return [
    field('Device', facts.device),
    field('User', facts.text('log.user')),
    field('Category', facts.text('log.category')),
    field('Policy', facts.named('log.policyId')),
    field('Verdict', facts.text('log.action')),
    field('Requests', facts.text('count')),
  ];
}

function alertTitle(facts: Facts): string {
  return facts.text('alert.title') ?? facts.text('alert.type') ?? 'untitled';
}

function alertTone(facts: Facts): Tone {
  const severity = facts.text('alert.severity');
  if (severity === 'high' || severity === 'critical') return 'bad';
  return severity === 'info' || severity === 'low' ? 'neutral' : 'warning';
}

function alertFields(facts: Facts): ReturnType<Sentence['fields']> {
  return [
    field('Severity', facts.text('alert.severity')),
    field('Device', facts.device),
    field('User', facts.text('alert.user')),
    field('Unit', facts.text('alert.ou')),
    field('Note', facts.text('alert.note')),
  ];
}

function policySentences() {
  const sentence = (verb: string): Sentence => ({
    tone: neutral,
    one: (facts) => `The policy “${facts.text('policy.name') ?? facts.text('policy.id') ?? ''}” was ${verb}`,
    many: ({ events }) => `${events} policies were ${verb}`,
    name: (facts) => facts.text('policy.name'),
    fields: (facts) => [
      field('Policy', facts.text('policy.name')),
      field('Description', facts.text('policy.description')),
      field('Version', facts.text('policy.version')),
    ],
  });
  return {
    'policy.created': sentence('made'),
    'policy.updated': sentence('changed'),
    'policy.deleted': sentence('deleted'),
  } satisfies Partial<Record<SentEventType, Sentence>>;
}

function overrideFields(facts: Facts): ReturnType<Sentence['fields']> {
  return [
    field('For', facts.text('override.scope.type')),
    field('Reason', facts.text('override.reason')),
    field('Until', facts.moment('override.endedAt') ?? facts.moment('override.expiresAt')),
  ];
}

function sessionName(facts: Facts): string {
  return facts.text('session.name') ?? facts.text('session.id') ?? 'unnamed';
}

function sessionFields(facts: Facts): ReturnType<Sentence['fields']> {
  return [
    field('Teacher', facts.text('session.teacher')),
    field('Unit', facts.text('session.ou')),
    field('Ends', facts.moment('session.endedAt') ?? facts.moment('session.endsAt')),
  ];
}
