import { queryOptions, useQuery } from '@tanstack/react-query';
import { school } from '../../app/client/school.ts';
import { useMay, useSession } from '../../app/client/session.ts';
import type { Suggestion } from '../../ui/suggest-field.tsx';
import { actionWords } from './action-words.ts';

/** How long names are taken as known (milliseconds). */
const NAMES_MS = 300_000;

/** The names of accounts by id. */
const askAccountNames = () =>
  queryOptions({
    queryKey: ['accounts', 'names'],
    queryFn: async ({ signal }) => {
      const names: Record<string, string> = {};
      for await (const { id, name } of school.accounts.list({ limit: 200 }, { signal })) names[id] = name;
      return names;
    },
    staleTime: NAMES_MS,
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
    staleTime: NAMES_MS,
  });

/** The names that the person who asks may know. */
function useNames() {
  const may = useMay();
  const { account } = useSession();
  const accounts = useQuery({ ...askAccountNames(), enabled: may('listAccounts') });
  const keys = useQuery({ ...askKeyNames(), enabled: may('listApiKeys') });
  const w = actionWords.read();
  const names: Readonly<Record<string, string>> = {
    ...accounts.data,
    ...keys.data,
    [account.id]: account.name,
    cli: w.cli,
    system: w.system,
  };
  return { names, knowsAccounts: accounts.data !== undefined };
}

/** Who did it, by name where that is known. */
export function useActorName(): (actor: string) => string {
  const { names, knowsAccounts } = useNames();
  const w = actionWords.read();
  return (actor) => {
    const name = names[actor];
    if (name !== undefined) return name;
    if (actor.startsWith('key_')) return w.aKey;
    return knowsAccounts && actor.startsWith('acc_') ? w.formerAccount : actor;
  };
}

/** Finds actors by name. Whoever is not known is found by id. */
export function useKnownActors() {
  const { names } = useNames();
  const all = Object.entries(names);
  const fold = (text: string) => text.toLowerCase();
  return {
    nameOf: (id: string) => names[id] ?? id,
    idOf: (text: string) => all.find(([, name]) => fold(name) === fold(text))?.[0] ?? text,
    find: (text: string): readonly Suggestion[] =>
      all
        .filter(([id, name]) => fold(name).includes(fold(text)) || id.startsWith(text))
        .slice(0, 8)
        .map(([value, label]) => ({ value, label })),
  };
}
