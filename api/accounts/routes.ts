import { createAccount } from './create.ts';
import { deleteAccount } from './delete.ts';
import { getAccount } from './get.ts';
import { inviteAccount } from './invite.ts';
import { listAccounts } from './list.ts';
import { updateAccount } from './update.ts';

/** The endpoints of people who sign in to the dashboard. */
export const ACCOUNT_ROUTES = [
  listAccounts,
  createAccount,
  getAccount,
  updateAccount,
  deleteAccount,
  inviteAccount,
];
