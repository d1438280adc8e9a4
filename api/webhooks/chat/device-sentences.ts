import type { SentEventType } from '../../../contracts/events/catalogue.ts';
import type { Facts } from './facts.ts';
import { bad, field, good, neutral, type Sentence, type Tone, warning } from './sentence.ts';

/** The sentences for events of one device. */
export const DEVICE_SENTENCES = {
  'device.offline': {
    ...deviceSentence(warning, 'went offline'),
    fields: (facts) => [...deviceFields(facts), field('Why', offlineReason(facts))],
  },
  'device.online': deviceSentence(good, 'came back online', 'came back online'),
  'device.enrolled': {
    ...deviceSentence(good, 'enrolled'),
    fields: (facts) => [
      ...deviceFields(facts),
      field('Platform', facts.text('device.platform')),
      field('Serial', facts.text('device.serial')),
    ],
  },
  'device.locked': {
    ...deviceSentence(neutral, 'was locked', 'were locked'),
    fields: (facts) => [
      ...deviceFields(facts),
      field('Message', facts.text('device.lock.message')),
      field('Until', facts.moment('device.lock.until')),
    ],
  },
  'device.unlocked': deviceSentence(neutral, 'was unlocked', 'were unlocked'),
  'device.low_battery': {
    ...deviceSentence(warning, 'has little battery left', 'have little battery left'),
    fields: (facts) => [...deviceFields(facts), field('Battery', percentage(facts.text('device.battery')))],
  },
  'device.protection_changed': {
    ...deviceSentence(protectionTone, 'changed its protection', 'changed their protection'),
    one: (facts) => `The protection of ${deviceName(facts)} is ${facts.text('to') ?? 'another'} now`,
    fields: (facts) => [
      ...deviceFields(facts),
      field('Before', facts.text('from')),
      field('Now', facts.text('to')),
    ],
  },
  'geofence.breached': {
    ...deviceSentence(bad, 'left its campus', 'left their campus'),
    fields: (facts) => [...deviceFields(facts), field('Campus', facts.named('campusId'))],
  },
} satisfies Partial<Record<SentEventType, Sentence>>;

/** The sentences for commands that have ended. */
export const COMMAND_SENTENCES = {
  'command.succeeded': commandSentence(good, 'was carried out', 'were carried out'),
  'command.failed': commandSentence(bad, 'failed', 'failed'),
  'command.expired': commandSentence(warning, 'was not carried out in time', 'were not carried out in time'),
  'command.cancelled': commandSentence(neutral, 'was taken back', 'were taken back'),
  'command.superseded': commandSentence(neutral, 'gave way to a later one', 'gave way to later ones'),
} satisfies Partial<Record<SentEventType, Sentence>>;

function deviceSentence(tone: Sentence['tone'], singular: string, plural = singular): Sentence {
  return {
    tone,
    one: (facts) => `${deviceName(facts)} ${singular}`,
    many: ({ devices }) => `${devices} devices ${plural}`,
    name: (facts) => facts.device,
    fields: deviceFields,
    countsDevices: true,
  };
}

function commandSentence(tone: Sentence['tone'], singular: string, plural: string): Sentence {
  return {
    tone,
    one: (facts) => `The command “${commandType(facts)}” ${singular}`,
    many: ({ events }) => `${events} commands ${plural}`,
    name: (facts) => `${commandType(facts)} on ${deviceName(facts)}`,
    fields: (facts) => [
      field('Device', facts.device),
      field('Error', facts.text('command.error.detail') ?? facts.text('command.error.code')),
    ],
  };
}

function deviceFields(facts: Facts): ReturnType<Sentence['fields']> {
  return [
    field('Device', facts.device),
    field('User', facts.text('device.user')),
    field('Unit', facts.text('device.ou')),
    field('Changes not told before', facts.text('heldBack')),
  ];
}

function deviceName(facts: Facts): string {
  return facts.device ?? 'A device';
}

function commandType(facts: Facts): string {
  return facts.text('command.type')?.replaceAll('_', ' ') ?? 'unknown';
}

function offlineReason(facts: Facts): string | null {
  const reason = facts.text('reason');
  switch (reason) {
    case 'stopped':
      return 'shut down or stopped';
    case 'connection_lost':
      return 'the connection was lost';
    case 'silence':
      return 'no sign of life';
    default:
      return reason;
  }
}

function percentage(number: string | null): string | null {
  return number === null ? null : `${number} %`;
}

function protectionTone(facts: Facts): Tone {
  const to = facts.text('to');
  if (to === 'enforcing') return 'good';
  return to === 'unprotected' ? 'bad' : 'warning';
}
