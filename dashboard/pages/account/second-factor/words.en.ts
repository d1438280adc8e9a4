import { number } from '../../../app/words/numbers.ts';

export const words = {
  title: 'Second factor',
  on: 'On',
  since: 'Since',
  codesLeft: 'Recovery codes left',
  codesLeftCount: (left: number) => (left === 0 ? 'none: make new ones' : number(left)),
  needsPassword:
    'You have no password: your school’s provider, or the sign-in link, lets you in. Set a password first, if you want one.',
  why: 'With it, signing in with your password also asks for six digits that a program on your phone shows. A stolen password alone lets nobody in.',
  password: 'Your password',
  begin: 'Turn on the second factor',
  scan: 'Open an authenticator program on your phone and scan this picture. Without a camera, type the secret.',
  qr: 'QR code for the authenticator program',
  secret: 'Secret',
  code: 'Code that the program shows',
  codeHint: 'Six digits.',
  confirm: 'Confirm the second factor',
  recovery: 'Recovery codes',
  recoveryText:
    'Each of these codes signs in once in place of the six digits, should you lose the phone. Print them, or keep them where you keep passwords.',
  renew: 'Make new recovery codes',
  renewText: 'The old codes end at once.',
  remove: 'Turn off the second factor',
  removeText: 'Your password alone signs you in then. You are told by e-mail, where the server sends any.',
  proofKind: 'Show that it is you',
  byPassword: 'Password',
  byCode: 'Code',
  proofCode: 'Six digits, or a recovery code',
};
