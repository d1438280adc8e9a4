import { number } from '../../app/words/numbers.ts';

export const words = {
  title: 'Overview',
  allWell: 'Nothing needs a look.',
  laptopsNeedALook: (n: number, total: number) =>
    n === 1
      ? `1 of ${number(total)} laptops needs a look.`
      : `${number(n)} of ${number(total)} laptops need a look.`,
  thingsNeedALook: (n: number) => (n === 1 ? '1 thing needs a look.' : `${number(n)} things need a look.`),
  needsALook: 'Needs a look',
  showAll: (n: number) => `Show all ${number(n)}`,
  longest: 'longest:',
  attention: {
    safety_alert: (n: number) =>
      n === 1
        ? '1 open alert is about somebody’s safety.'
        : `${number(n)} open alerts are about somebody’s safety.`,
    disk_full: () => 'The server’s disk is nearly full: it no longer takes what laptops report.',
    unprotected_devices: (n: number) =>
      n === 1
        ? '1 laptop is online and not protected.'
        : `${number(n)} laptops are online and not protected.`,
    access_requests: (n: number) =>
      n === 1
        ? '1 access request waits for more than 10 minutes.'
        : `${number(n)} access requests wait for more than 10 minutes.`,
    enrollment_requests: (n: number) =>
      n === 1 ? '1 laptop asks to be enrolled again.' : `${number(n)} laptops ask to be enrolled again.`,
    devices_behind: (n: number) =>
      n === 1
        ? '1 laptop is online and behind for more than 10 minutes.'
        : `${number(n)} laptops are online and behind for more than 10 minutes.`,
    locks_unconfirmed: (n: number) =>
      n === 1
        ? '1 laptop is online and has not confirmed its lock for more than 5 minutes.'
        : `${number(n)} laptops are online and have not confirmed their lock for more than 5 minutes.`,
    held_category_lists: (n: number) =>
      n === 1
        ? 'The update of 1 category list is held.'
        : `The updates of ${number(n)} category lists are held.`,
    failing_webhook: () => 'A webhook fails.',
    failing_alert_mail: (n: number) =>
      n === 1
        ? 'Mail about alerts does not reach 1 address.'
        : `Mail about alerts does not reach ${number(n)} addresses.`,
    expiring_api_key: () => 'An API key ends within 14 days.',
    old_backup: () => 'The last backup is older than a week.',
  } as Readonly<Record<string, (n: number) => string>>,
  somethingElse: (kind: string, n: number) => `${kind}: ${number(n)}`,

  connection: 'Connection',
  protection: 'Protection',
  online: 'online',
  offline: 'offline',
  lockedNow: 'locked',
  lockAsked: 'lock or unlock requested',
  enforcing: 'enforcing',
  behind: 'behind',
  unprotected: 'not protected',
  noReport: 'no report yet',
  others: 'others',
  whenLastHeard: 'Of laptops that are offline this is what they said when last heard.',
  adoption: (enforcing: number, total: number, version: number) =>
    `${number(enforcing)} of ${number(total)} enforce v${version}`,
  adoptionNot: (n: number) => `${number(n)} not:`,
  adoptionAll: (total: number, version: number) =>
    total === 1
      ? `The one laptop enforces v${version}.`
      : `All ${number(total)} laptops enforce v${version}.`,
  why: {
    unprotected: (n: number) => `${number(n)} not protected`,
    unknown: (n: number) => `${number(n)} without a report`,
    staleOnline: (n: number) => `${number(n)} behind`,
    staleOffline: (n: number) => `${number(n)} behind when last heard`,
    olderOnline: (n: number, version: number) => `${number(n)} that enforce a version before v${version}`,
    olderOffline: (n: number, version: number) => `${number(n)} offline since before v${version}`,
    notTold: (n: number) => `${number(n)} in rare states`,
  },

  hours: 'Requests in the last 24 hours',
  hoursLabel: (requests: number, blocked: number) =>
    `Requests by hour: ${number(requests)} in all, ${number(blocked)} blocked`,
  hoursTold: (requests: number, blocked: number) =>
    `${number(requests)} requests, ${number(blocked)} blocked.`,
  noRequests: 'No laptop has reported a request in the last 24 hours.',
  alerts: 'Open alerts',
  noAlerts: 'No open alerts.',
  moreAlerts: (n: number) => `${number(n)} more are open.`,
  alertTypes: {
    game_detected: 'Game',
    repeated_violations: 'Many blocked pages',
    self_harm_search: 'Search about self-harm',
    violence_search: 'Search about violence',
    bypass_attempt: 'Attempt to get round the filter',
    access_request: 'Access request',
    geofence_breach: 'Laptop left the campus',
    unprotected_device: 'Laptop not protected',
    low_battery: 'Battery low',
    category_update_held: 'Category list held',
    alert_flood: 'Too many alerts of one laptop',
    disk_reserve: 'Disk nearly full',
    device_reenrollment: 'Laptop enrolled again',
  } as Readonly<Record<string, string>>,
  times: (n: number) => `× ${number(n)}`,
  requests: 'Requests to decide',
  noRequestsWait: 'No one waits.',
  allRequests: (n: number) => `See all ${number(n)}`,
  requestOf: (user: string, host: string) => `${user} asks for ${host}`,
  somebody: 'Somebody',
  report: 'This week',
  reportRequests: 'Requests',
  reportBlocked: 'Blocked',
  reportAlerts: 'Alerts',
  reportUnprotected: 'Laptops not protected',

  changes: 'What changed',
  noChanges: 'Nobody has changed anything yet.',
  wholeLog: 'Whole audit log',
  rollOut: (version: number) => `Roll-out of v${version}`,
  rollOutAll: 'The whole school has it.',
  rollOutOf: (enforcing: number, total: number) =>
    `${number(enforcing)} of ${number(total)} laptops have confirmed it.`,
  rollOutVersion: (version: number) => `v${version}`,
  rollOutNone: 'no version reported',
  rollOutOlder: 'older versions',

  emptyHeading: 'No laptop yet.',
  emptyText: 'Three steps, then this page shows your school as it is at each moment.',
  stepSettings: 'Check the settings of the school',
  stepSettingsText: 'Its name, time zone, lessons and holidays, and who else may sign in.',
  stepSettingsAct: 'Open the set-up',
  stepEnroll: 'Enroll the first laptop',
  stepEnrollText: 'Run this on the first, as administrator. The command works once, within a day.',
  stepEnrollAct: 'Make the command',
  stepMore: 'Enroll the others',
  stepMoreText: 'One token for a whole unit, with a picture to scan.',
  stepMoreAct: 'Enroll laptops',
  command: 'Command for the first laptop',
  commandWaits: 'Shown once. This page changes by itself when the laptop has come.',
  tokenName: 'First laptop',
  enroll: 'Enroll laptops',
  askSomebody: 'Ask an owner or admin of this Schoolgate to enroll the first laptop.',
};
