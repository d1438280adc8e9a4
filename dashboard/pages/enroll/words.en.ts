import { number } from '../../app/words/numbers.ts';

const laptops = (count: number): string => (count === 1 ? '1 laptop' : `${number(count)} laptops`);

export const words = {
  title: 'Enroll laptops',
  form: {
    title: 'Make a token',
    name: 'Name',
    nameHint: 'To tell it from others in this list and in the audit.',
    nameFor: (day: string) => `Laptops of ${day}`,
    unit: 'Unit',
    uses: 'For how many laptops',
    usesHint: 'Leave it empty for any number.',
    expires: 'Works for',
    days(days: string) {
      if (days === 'never') return 'Any time, until it is ended';
      return days === '1' ? '1 day' : `${days} days`;
    },
    act: 'Make token',
  },
  made: {
    title: 'Run this on each laptop',
    text: (unit: string, uses: number | null) =>
      uses === null
        ? `For any number of laptops. Their unit: ${unit}.`
        : `For ${laptops(uses)}. Unit: ${unit}.`,
    system: 'System',
    command: (system: string) => `Command for ${system}`,
    qr: 'The command as a QR code',
    qrHint: 'For a phone that carries the command to the laptop. Whoever has it can enroll a laptop.',
  },
  systems: {
    debian: 'Debian, Ubuntu',
    fedora: 'Fedora, RHEL',
    windows: 'Windows (setup.exe)',
    msi: 'Windows (.msi)',
    file: 'Linux, by a file',
    agent: 'Agent is installed already',
  },
  systemsHint: {
    debian: 'In the folder with the package. It installs the agent, and enrolls the laptop.',
    fedora: 'In the folder with the package. It installs the agent, and enrolls the laptop.',
    windows:
      'As administrator, with the version of your installer. Without options, setup.exe asks for address and token.',
    msi: 'As administrator or by Group Policy, with the version of your installer.',
    file: 'Put these two lines into /etc/schoolgate-agent/enroll.conf (owner root, mode 0600), before or after the package. The laptop deletes the file once it is enrolled.',
    agent: 'Where the agent is installed and the laptop belongs to no school yet.',
  },
  arrived: {
    title: 'Who has come',
    none: 'No laptop yet. Run the command on the first.',
    here: (name: string, at: string) => `${name} is here, ${at}`,
  },
  tokens: {
    title: 'Tokens',
    name: 'Name',
    unit: 'Unit',
    left: 'Uses left',
    expires: 'Expires',
    never: 'Never',
    actions: 'Actions',
    none: 'There is no token yet.',
    reEnroll: 'Re-enrolls',
    expired: 'Expired',
    usedSoFar: (uses: number) => `Any number, ${number(uses)} used`,
    usedUp: (all: number) => `All ${number(all)} used`,
    leftOf: (left: number, all: number) => `${number(left)} of ${number(all)}`,
    end: 'End',
    endOne: (name: string) => `End the token ${name}`,
    endTitle: (name: string) => `End the token ${name}?`,
    endText: 'No further laptop enrolls with it. Those that did stay enrolled.',
    endAct: 'End token',
  },
  requests: {
    title: (count: number) =>
      count === 1
        ? '1 computer asks to be a laptop that you know'
        : `${number(count)} computers ask to be laptops that you know`,
    text: 'Each says to be a laptop that is enrolled, and lacks its key: it was set up anew, or it is another. Compare the code with that on its screen before you approve.',
    one: (computer: string, device: string) => `${computer} asks to be ${device}`,
    code: 'Code',
    computer: 'Computer',
    device: 'Says to be',
    unit: 'Unit',
    address: 'Asks from',
    since: 'Since',
    expires: 'Expires',
    approve: 'Approve computer',
    refuse: 'Refuse computer',
  },
};
