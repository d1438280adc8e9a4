/** One example for each schema of password resets. */
export const PASSWORD_RESET_EXAMPLES: Readonly<Record<string, object>> = {
  PasswordResetRequest: { email: 'tea@x.example' },
  PasswordResetAccepted: { validForMinutes: 60 },
  PasswordResetUse: { token: 'aB3dE6gH9'.repeat(4), password: 'paper lantern orbit seven' },
  PasswordResetLink: {
    accountId: 'acc_01kafw2n7qd5g8h1j3k6m9p2rs',
    token: 'aB3dE6gH9'.repeat(4),
    link: `https://schoolgate.example:8080/reset/${'aB3dE6gH9'.repeat(4)}`,
    expiresAt: '2026-11-20T11:00:00.000Z',
    mailed: true,
  },
};
