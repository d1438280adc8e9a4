import { queryOptions, useQuery } from '@tanstack/react-query';
import { school } from '../../app/client/school.ts';
import { useMay, useSession } from '../../app/client/session.ts';
import { actionWords } from './action-words.ts';

/** The names of accounts by id. */
const askAccountNames = () =>
  queryOptions({
    queryKey: ['accounts', 'names'],
    queryFn: async ({ signal }) => {
      const names: Record<string, string> = {};
      for await (const { id, name } of school.accounts.list({ limit: 200 }, { signal })) names[id] = name;
      return names;
    },
    staleTime: 300_000,
  });

/** The names of keys by id; for the owner. */
const askKeyNames = () =>
  queryOptions({
    queryKey: ['keys', 'names'],
    queryFn: async ({ signal }) => {
      const names: Record<string, string> = {};
      for await (const { id, name } of school.keys.list({ limit: 200 }, { signal })) names[id] = name;
      return names;
    },
    staleTime: 300_000,
  });

/** Who did it, by name where the person who asks may know it. */
export function useActorName(): (actor: string) => string {
  const may = useMay();
  const { account } = useSession();
  const accounts = useQuery({ ...askAccountNames(), enabled: may('listAccounts') });
  const keys = useQuery({ ...askKeyNames(), enabled: may('listApiKeys') });
  const w = actionWords.read();
  const known: Readonly<Record<string, string>> = {
    ...accounts.data,
    ...keys.data,
    [account.id]: account.name,
    cli: w.cli,
    system: w.system,
  };
  return (actor) => {
    const name = known[actor];
    if (name !== undefined) return name;
    if (actor.startsWith('key_')) return w.aKey;
    return accounts.data !== undefined && actor.startsWith('acc_') ? w.formerAccount : actor;
  };
}
