import type { UserInput } from '../../contracts/rest/users.ts';
import { DEMO_ORGANISATION, type DemoLaptop } from './springfield.ts';

/** Whoever has one of the laptops, as the roster knows them. */
export function demoPeople(laptops: readonly DemoLaptop[]): readonly UserInput[] {
  return laptops.map(({ account, number, ou }): UserInput => {
    const grade = /Grade-(\d+)$/.exec(ou)?.[1];
    return {
      email: emailOf(account),
      name: nameOf(account),
      role: ou.endsWith('/Staff') ? 'teacher' : 'student',
      ou,
      externalId: `SIS-${1_001 + number}`,
      ...(grade === undefined ? {} : { grade }),
    };
  });
}

function emailOf(account: string): string {
  return `${account}@${DEMO_ORGANISATION.accountDomain}`;
}

/** `ana.adams12` is Ana Adams. */
function nameOf(account: string): string {
  return account
    .replace(/\d+$/, '')
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
}
