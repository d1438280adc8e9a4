import { queryOptions, useQuery } from '@tanstack/react-query';
import { school } from '../../../app/client/school.ts';
import { useMay, useSession } from '../../../app/client/session.ts';

/** What those who act are called: in the words of the page that tells it. */
export interface ActorWords {
  readonly you: string;
  readonly colleague: string;
  readonly apiKey: string;
  readonly commandLine: string;
  readonly server: string;
}

function oneAccount(id: string) {
  return queryOptions({
    queryKey: ['accounts', 'one', id],
    queryFn: ({ signal }) => school.accounts.get(id, { signal }),
    retry: false,
  });
}

/** Who did something, in words. Names of accounts are for those who may read them. */
export function useActor(actor: string, words: ActorWords): string {
  const may = useMay();
  const { account } = useSession();
  const isOther = actor.startsWith('acc_') && actor !== account.id;
  const other = useQuery({ ...oneAccount(actor), enabled: isOther && may('getAccount') });
  if (actor === account.id) return words.you;
  if (isOther) return other.data?.name ?? words.colleague;
  if (actor.startsWith('key_')) return words.apiKey;
  return actor === 'cli' ? words.commandLine : words.server;
}
