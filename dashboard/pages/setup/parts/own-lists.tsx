import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CategorySource } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { Block } from '../../../ui/block.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Pill } from '../../../ui/status.tsx';
import { askSources, isReading } from '../queries.ts';
import { setupWords } from '../words.ts';

const MEGABYTE = 1_000_000;

/** The lists that the school has, how far each is, and the way to read those that wait. */
export function OwnLists() {
  const w = setupWords.read();
  const sources = useQuery(askSources());
  const lists = sources.data?.data ?? [];
  const reader = useReader(lists);
  if (lists.length === 0) return <Problem error={sources.error} retry={() => void sources.refetch()} />;
  const waits = lists.some(({ state, update }) => state === 'new' && update === null);
  return (
    <Block title={w.yourLists}>
      <Stack gap={12} align="flex-start">
        <ul className="setup-lists">
          {lists.map((list) => (
            <li className="setup-own-list" key={list.id}>
              <span className="mono">{list.id}</span>
              <ListState list={list} />
              {list.problem !== null && <span className="quiet">{list.problem}</span>}
            </li>
          ))}
        </ul>
        {waits && (
          <>
            <p className="setup-text quiet">{w.readsNext}</p>
            <Button variant="default" loading={reader.isReading} onClick={reader.begin}>
              {w.readNow}
            </Button>
          </>
        )}
        <Problem error={reader.error} />
      </Stack>
    </Block>
  );
}

function ListState({ list }: { readonly list: CategorySource }) {
  const w = setupWords.read();
  const { names, state, update, id } = list;
  if (update !== null && (update.source === null || update.source === id))
    return (
      <Pill tone="wait" dashed>
        {update.bytes === null ? w.reading : w.readMegabytes(Math.round(update.bytes / MEGABYTE))}
      </Pill>
    );
  if (state === 'current')
    return (
      <>
        <Pill tone="good">{w.listStates.current}</Pill>
        <span className="quiet">{w.listNames(names)}</span>
      </>
    );
  return (
    <Pill tone={state === 'new' ? 'wait' : 'warn'} dashed={state === 'new'}>
      {w.listStates[state] ?? state}
    </Pill>
  );
}

/** Reads the lists that wait, one after the other: the server reads one at a time. */
function useReader(lists: readonly CategorySource[]): {
  readonly isReading: boolean;
  readonly error: Error | null;
  readonly begin: () => void;
} {
  const queries = useQueryClient();
  const [wanted, setWanted] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (id: string) => await school.categories.sources.startUpdate(id),
    onSettled: async () => await queries.invalidateQueries({ queryKey: ['categories'] }),
    onError: () => setWanted(false),
  });
  const isBusy = isPending || isReading(lists);
  const next = lists.find(({ state }) => state === 'new')?.id;
  useEffect(() => {
    if (wanted && !isBusy && next !== undefined) mutate(next);
  }, [wanted, isBusy, next, mutate]);
  return { isReading: isBusy, error, begin: () => setWanted(true) };
}
