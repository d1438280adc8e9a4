export { completeAccount } from '../../contracts/device/account.ts';
