import { number } from '../../app/words/numbers.ts';

export const words = {
  email: 'E-mail address',
  newPassword: 'New password',
  rule: 'At least twelve characters, four different ones. Several words that do not belong together are good.',
  signIn: 'Sign in',
  forgotTitle: 'Forgot your password?',
  forgotText:
    'Tell the e-mail address of your account. If it has a password, a link to a new one is sent there.',
  sendLink: 'Send the link',
  sentTitle: 'Look at your mail',
  sent: (email: string, minutes: number) =>
    `If somebody with a password has the address ${email}, a link is on its way. It works once, within ${number(minutes)} minutes.`,
  noMail:
    'No mail came? The school’s server may send none. Then an administrator makes the link for you, on the page Accounts. Are you the administrator? Run this on the server, in its folder:',
  linkCommand: 'Command that makes a sign-in link',
  resetTitle: 'Choose a new password',
  resetText:
    'Every open session of your account ends. A second factor stays: signing in asks for its code as before.',
  setPassword: 'Set the password',
  resetDone: 'Your password is changed. Sign in with it now.',
  resetAgain: 'Send another link',
  inviteTitle: 'Welcome to Schoolgate',
  inviteText: 'Choose the password with which you will sign in. This invitation works once.',
  inviteDone: 'Set the password and sign in',
  inviteOver: 'Ask whoever invited you for a new invitation.',
};
