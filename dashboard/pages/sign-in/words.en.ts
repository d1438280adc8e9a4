const refusals: Readonly<Record<string, string>> = {
  expired: 'The sign-in took longer than ten minutes, or was begun in another window. Begin again.',
  cancelled: 'The sign-in was cancelled at the provider. Begin again when you want to sign in.',
  provider:
    'The school’s sign-in provider could not be reached, or its answer was not valid. Try again; if it stays so, ask your administrator: the server’s log says more.',
  domain: 'This account is not one of the school’s. Choose your school account.',
  unverified: 'The provider does not confirm the e-mail address of this account. Ask your administrator.',
  no_account: 'There is no dashboard account for you. Ask your administrator to make one.',
  other_identity:
    'Your e-mail address belongs to an account that another identity uses. Ask your administrator.',
  disabled: 'Your dashboard account is disabled. Ask your administrator.',
};

export const words = {
  title: 'Sign in to Schoolgate',
  welcome: 'Welcome to Schoolgate',
  signIn: 'Sign in',
  linkText:
    'This link signs you in on this browser for twelve hours, or until you have not used it for two. It works once.',
  linkOver: 'This link does not work any more',
  linkOverText: 'A sign-in link works once, and for a day. Make a new one as told below.',
  notSignedIn: 'You are not signed in',
  refusals,
  schoolAccount: 'Sign in with your school account',
  orPassword: 'Or with a password',
  email: 'E-mail address',
  password: 'Password',
  code: 'Code',
  codeHint: 'Six digits of your authenticator program, or a recovery code.',
  forgot: 'Forgot your password?',
  linkTitle: 'Sign in by a link',
  linkHow:
    'To see the school for the first time, open the sign-in link that the server printed when it started. For a new link, run this on the server, in its folder:',
  linkCommand: 'Command that makes a sign-in link',
  students:
    'Are you a student, or a teacher without an account? There is nothing to do here. Ask your school’s administrator.',
};
