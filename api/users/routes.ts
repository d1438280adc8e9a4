import { batchUsers } from './batch.ts';
import { createUser } from './create.ts';
import { deleteUser } from './delete.ts';
import { getUser } from './get.ts';
import { listUsers } from './list.ts';
import { updateUser } from './update.ts';

/** The endpoints of users. */
export const USER_ROUTES = [listUsers, createUser, batchUsers, getUser, updateUser, deleteUser];
