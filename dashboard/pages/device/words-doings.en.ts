import { duration } from '../../app/time/tell.ts';

/** The words of what is done with a laptop: its forms and its questions. */
export const doings = {
  lock: {
    open: 'Lock laptop',
    unlock: 'Unlock laptop',
    title: (name: string) => `Lock ${name}`,
    act: 'Lock laptop',
    offline: (name: string) => `${name} is offline. It locks when it is back online, within seven days.`,
    message: 'Message',
    messageHint: 'The student reads it on the locked screen.',
    until: 'Until',
    untilHint: 'Counted from the moment it locks.',
    untilUnlocked: 'Until somebody unlocks it',
    forMinutes: (minutes: number) => `For ${duration(minutes * 60)}`,
    ownLength: 'For other minutes',
    minutes: 'Minutes',
    minutesWrong: 'A whole number from 1 to 10,080 (seven days).',
    withPin: 'A PIN unlocks it',
    withPinHint: 'Whoever has the PIN unlocks the laptop at its keyboard, also without a network.',
    pin: 'PIN',
    pinHint: 'Four to eight digits. It is shown once more after you lock, then never again.',
    pinWrong: 'Four to eight digits.',
    newPin: 'New PIN',
    picture: 'What the student sees',
  },
  ask: {
    title: (what: string, name: string) => `${what}: ${name}`,
    offline: (name: string) =>
      `${name} is offline. It acts when it is back online, if that is before the request expires.`,
    text: {
      restart: (name: string) => `${name} restarts at once. Work that was not saved is lost.`,
      shutdown: (name: string) => `${name} shuts down at once. Work that was not saved is lost.`,
      sign_out: (name: string) => `Whoever is at ${name} is signed out. Work that was not saved is lost.`,
      locate: (name: string) =>
        `${name} tells by its networks whether it is at school. Who looks at the answer is recorded.`,
      self_test: (name: string) => `${name} tries whether its filter holds. Nobody at it notices.`,
      sync_policy: (name: string) => `${name} checks its policy and applies it once more.`,
      collect_diagnostics: (name: string) =>
        `${name} tells versions, states and faults of its agent. No names and no addresses that were opened.`,
    },
    act: {
      restart: 'Restart laptop',
      shutdown: 'Shut down laptop',
      sign_out: 'Sign out student',
      locate: 'Locate laptop',
      self_test: 'Run self test',
      sync_policy: 'Sync policy',
      collect_diagnostics: 'Collect diagnostics',
    },
  },
  message: { title: (name: string) => `Message to ${name}`, text: 'Message', act: 'Send message' },
  openUrl: {
    title: (name: string) => `Open an address on ${name}`,
    address: 'Address',
    hint: 'It opens in the student’s browser. The policies of the laptop apply.',
    wrong: 'An address such as https://example.com',
    act: 'Open address',
  },
  edit: {
    open: 'Edit details',
    title: (name: string) => `Edit ${name}`,
    name: 'Name',
    unit: 'Unit',
    assetTag: 'Asset tag',
    tags: 'Tags',
    tagsHint: 'With commas between them.',
    saved: (name: string) => `${name} was saved.`,
  },
  remove: {
    open: 'Remove from school',
    title: (name: string) => `Remove ${name}`,
    how: 'How',
    ways: {
      unenroll: 'Tell the laptop to give itself back',
      code: 'Show the removal code',
      delete: 'Only cut it off',
    },
    waysHint: {
      unenroll: (name: string) =>
        `${name} ends lock and filter, forgets the school and leaves the list; also days later, when it is back online.`,
      code: (name: string) =>
        `Somebody at ${name} takes Schoolgate off with it, without the server. Looking at it is recorded.`,
      delete: (name: string) =>
        `For a laptop that is lost, or was set up anew: ${name} leaves the list at once.`,
    },
    goesOn: (name: string) =>
      `${name} is not told: it goes on filtering by its last policy, and its removal code is shown no more.`,
    code: 'Removal code',
    actUnenroll: 'Remove laptop',
    actCode: 'Show code',
    actDelete: 'Cut laptop off',
  },
};
