import { number } from '../../app/words/numbers.ts';
import { words as secondFactor } from '../account/second-factor/words.en.ts';

const listStates: Readonly<Record<string, string>> = {
  new: 'Waits to be read',
  current: 'In use',
  failed: 'Could not be read',
  held: 'Held back: look at it first',
};

export const words = {
  title: 'Set up your school',
  secondFactor,
  stepsLabel: 'Steps of the set-up',
  steps: {
    owner: 'Your account',
    school: 'Your school',
    lists: 'Lists of sites',
    policy: 'First policy',
    laptop: 'First laptop',
  },
  done: 'Done',
  notDone: 'Not done',
  back: 'Back',
  skip: 'Skip for now',
  next: 'Next',
  finish: 'Go to the overview',

  ownerText: 'You came by a link that works once. Set a password, so that you can come back without one.',
  ownerName: 'Your name',
  email: 'E-mail address',
  emailHint: 'You sign in with it. A link to a new password goes there.',
  password: 'Password',
  passwordRule:
    'At least twelve characters, four different ones. Several words that do not belong together are good.',
  saveOwner: 'Save and stay signed in',
  ownerDone: (email: string) => `You sign in with ${email} and your password.`,
  ownerLinked: 'You sign in with your school account.',
  singleSignOn:
    'Your school has its own sign-in set up: give the e-mail address of your school account here, and the button “Sign in with your school account” will lead to this account.',
  noSingleSignOn:
    'Does your school have accounts at Google, Microsoft or another OpenID provider? Its sign-in is set up in the',
  settings: 'settings',
  offerFactor: 'A second factor protects what an owner may do.',

  schoolName: 'Name of the school',
  schoolNameHint: 'On the lock screen and the block page students read it.',
  timeZone: 'Time zone',
  timeZoneHint: 'School hours and all times here are told in it.',
  fromFile: 'The configuration file says so now. What you save here takes its place.',
  saveSchool: 'Save the school',
  campus: 'Campus',
  campusText:
    'By its networks the server knows whether a laptop is at school. Some rules hold on campus only. It can be left out.',
  campusKnown: (names: string) => `Known: ${names}.`,
  campusName: 'Name of the campus',
  networks: 'Networks',
  networksFromAddress: (address: string) =>
    `You are signed in from ${address}. If you are at school now, this is its network; change it as you know better.`,
  networksAsked:
    'You are not signed in from a network of the school. Type its networks, one a line, such as 10.20.0.0/16 or its public address with /32.',
  addCampus: 'Add the campus',
  campusAdded: (name: string) => `${name} is added. Laptops are told at once.`,

  listsText:
    'Schoolgate ships with the names of well-known sites. Public lists know millions more. Your server fetches them from their makers, under their licences, and reads them again each night.',
  recommended: 'Recommended',
  listFacts: (publisher: string, names: number, megabytes: number) =>
    `${publisher} · ${number(names)} names · ${number(megabytes)} MB`,
  licence: (licence: string) => `Licence: ${licence}`,
  otherLists: 'More lists',
  added: 'Added',
  addLists: (n: number) => (n === 1 ? 'Add 1 list' : `Add ${number(n)} lists`),
  addNone: 'Choose lists above',
  yourLists: 'Your lists',
  listStates,
  reading: 'Being read',
  readMegabytes: (megabytes: number) => `Being read: ${number(megabytes)} MB so far`,
  listNames: (n: number) => `${number(n)} names`,
  readNow: 'Read the waiting lists now',
  readsNext: 'One list is read at a time. What still waits when you leave this page is read tonight.',

  policyText:
    'A policy says what laptops open, for whom and when. From the start the policy “Default” blocks harmful sites and ways round the filter for everyone. Add one of these; you can change all of it later.',
  template: 'Policy',
  templates: {
    safe: {
      name: 'Safe at school',
      text: 'What no school laptop opens at any hour, whatever else is allowed.',
      reason: 'This is not for school laptops.',
    },
    lessons: {
      name: 'School hours: no games and no social networks',
      text: 'Lessons have no games, social networks, videos, music or shops. Afterwards they are open again.',
      reason: 'Not in lessons. It is open again after school.',
    },
    youngest: {
      name: 'The youngest: no games and no chat',
      text: 'Games, social networks, chat, dating and videos stay off at any hour.',
      reason: 'School laptops have no games and no chat here.',
    },
  },
  blocks: (categories: string) => `Blocks: ${categories}.`,
  forWhom: 'For whom',
  lessonsFrom: 'Lessons from',
  lessonsTo: 'to',
  schoolHours: (hours: string) =>
    `It follows the school hours in the settings (${hours}), and rests in the holidays.`,
  lessonsDays: 'Monday to Friday. It rests in the holidays.',
  would: 'What it would have done in the last seven days',
  wouldNothingSeen: 'No laptop has reported anything yet. It holds from the first laptop on.',
  wouldNotBlock: (evaluated: number) =>
    evaluated === 1
      ? 'Of 1 visit it would have blocked none more.'
      : `Of ${number(evaluated)} visits it would have blocked none more.`,
  wouldBlock: (visits: number, people: number) =>
    `It would have blocked ${number(visits)} visits more, of ${number(people)} people. Figures are rounded down to protect people.`,
  wouldBlockFew:
    'It would have blocked the visits of fewer than five people, or none. So few are not told, to protect people.',
  makePolicy: 'Make this policy',
  policyMade: (name: string) => `“${name}” is made. Laptops are told now.`,
  havePolicies: (n: number) =>
    n === 1 ? 'Your school has made 1 policy.' : `Your school has made ${number(n)} policies.`,

  laptopText: 'Install the agent on a first laptop and enroll it with a command that is made here.',
  unit: 'Unit',
  unitHint: 'A path such as /High/Grade-9. It is made when it is missing; / is the whole school.',
  makeCommand: 'Make the command',
  commandText: (uses: number) =>
    `It enrolls ${number(uses)} laptops within a day. Copy it now: it is not shown again, but you can make another.`,
  system: 'System of the laptop',
  systems: {
    debian: 'Debian, Ubuntu',
    fedora: 'Fedora, RHEL',
    windows: 'Windows 11',
    installed: 'Agent is there',
  },
  systemHints: {
    debian: 'In a terminal, in the folder of the .deb package.',
    fedora: 'In a terminal, in the folder of the .rpm package.',
    windows: 'In PowerShell as administrator, in the folder of the setup program.',
    installed:
      'In a terminal as administrator, where the agent is installed already or runs from its sources.',
  },
  command: 'Enrollment command',
  waiting: 'Waiting for the first laptop. It appears here by itself.',
  arrived: (n: number) => (n === 1 ? 'Your first laptop is here' : `${number(n)} laptops are here`),
  arrivedText: 'Try what Schoolgate is for: lock it, and see it confirmed.',
  lockIt: (name: string) => `Lock ${name}`,
};
