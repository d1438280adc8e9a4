import { acceptInvite } from './accept-invite.ts';
import { changePassword } from './change-password.ts';
import { getSession } from './get-session.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

/** The endpoints of signing in and out. */
export const SIGN_IN_ROUTES = [signIn, getSession, signOut, changePassword, acceptInvite];
