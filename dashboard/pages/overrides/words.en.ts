import { number } from '../../app/words/numbers.ts';

const kinds: Readonly<Record<string, string>> = {
  student: 'Student',
  device: 'Laptop',
  ou: 'Unit',
  session: 'Lesson',
};

export const words = {
  title: 'Permissions',
  heading: (n: number) => {
    if (n === 0) return 'No permission is in force';
    return n === 1 ? '1 permission is in force' : `${number(n)} permissions are in force`;
  },
  make: 'Allow a site for a time',
  inForce: 'In force',
  past: 'Past',
  noneInForce: 'No permission is in force.',
  noPast: 'No permission has ended yet.',
  emptyText:
    'A permission opens a site for a student, a laptop, a unit or a lesson, and ends by itself. A locked rule still blocks.',
  site: 'Site',
  siteHelp: 'A site or an address. All names below the site are opened too.',
  forWhom: 'For',
  ends: 'Ends',
  ended: 'Ended',
  endedEarly: (planned: string) => `ended early, planned to ${planned}`,
  madeBy: 'Made by',
  reason: 'Why',
  reasonHelp: 'Optional. Colleagues read it here.',
  noReason: '–',
  act: 'End',
  endNow: 'End now',
  endSite: (site: string) => `End the permission for ${site} now`,
  endTitle: 'End the permission now?',
  endText: (site: string) =>
    `The rules of the school decide about ${site} again. Laptops that are offline hear of it at their next contact.`,
  endAct: 'End the permission',
  kinds,
  wholeSchool: 'The whole school',
  studentEmail: 'Student',
  nameOrEmail: 'Name or e-mail',
  laptopName: 'Laptop',
  unit: 'Unit',
  lessonField: 'Lesson',
  noLessons: 'No lesson is on or planned.',
  lesson: (name: string, from: string, to: string) => `${name}, ${from}–${to}`,
  noSuchDevice: (text: string) => `There is no laptop “${text}”.`,
  manyDevices: (text: string) => `More than one laptop fits “${text}”. Choose one.`,
  howLong: 'How long',
  lengths: {
    '15': '15 minutes',
    '60': '1 hour',
    '180': '3 hours',
    today: 'The rest of today',
    '1440': '1 day',
    '10080': '1 week',
  },
  allowSite: 'Allow the site',
  made: (site: string, until: string) => `${site} is allowed until ${until}.`,
  actors: {
    you: 'You',
    colleague: 'Somebody of the staff',
    apiKey: 'An API key',
    commandLine: 'A command on the server',
    server: 'The server',
  },
};
