import { Button, Checkbox, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KnownCategorySource } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { Block } from '../../../ui/block.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Pill } from '../../../ui/status.tsx';
import { askCatalogue } from '../queries.ts';
import { setupWords } from '../words.ts';
import { OwnLists } from './own-lists.tsx';

/** The public lists that the school uses beside the shipped names. */
export function ListsStep() {
  const w = setupWords.read();
  const catalogue = useQuery(askCatalogue());
  return (
    <>
      <Block title={w.steps.lists}>
        <Stack gap={16}>
          <p className="setup-text">{w.listsText}</p>
          <Loaded query={catalogue} rows={6}>
            {({ data }) => <Catalogue lists={data} />}
          </Loaded>
        </Stack>
      </Block>
      <OwnLists />
    </>
  );
}

function Catalogue({ lists }: { readonly lists: readonly KnownCategorySource[] }) {
  const w = setupWords.read();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(lists.filter(({ recommended }) => recommended).map(({ id }) => id)),
  );
  const wanted = lists.filter(({ id, added }) => chosen.has(id) && !added);
  const add = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await school.categories.sources.create({ id });
    },
    // Some may have been added before one was refused.
    onSettled: async () => await queries.invalidateQueries({ queryKey: ['categories'] }),
  });
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const show = (shown: readonly KnownCategorySource[]) => (
    <ul className="setup-lists">
      {shown.map((list) => (
        <li className="setup-list" key={list.id}>
          <ListChoice list={list} chosen={chosen.has(list.id)} onToggle={() => toggle(list.id)} />
        </li>
      ))}
    </ul>
  );
  return (
    <Stack gap={16} align="flex-start">
      {show(lists.filter(({ recommended }) => recommended))}
      <details>
        <summary>{w.otherLists}</summary>
        {show(lists.filter(({ recommended }) => !recommended))}
      </details>
      <Problem error={add.error} />
      <Button
        disabled={wanted.length === 0}
        loading={add.isPending}
        onClick={() => add.mutate(wanted.map(({ id }) => id))}
      >
        {wanted.length === 0 ? w.addNone : w.addLists(wanted.length)}
      </Button>
    </Stack>
  );
}

function ListChoice({
  list,
  chosen,
  onToggle,
}: {
  readonly list: KnownCategorySource;
  readonly chosen: boolean;
  readonly onToggle: () => void;
}) {
  const w = setupWords.read();
  const { id, added, description, homepage, licence, megabytes, names, publisher, recommended } = list;
  return (
    <>
      <div className="row">
        <Checkbox label={id} checked={added || chosen} disabled={added} onChange={onToggle} />
        {recommended && <Pill tone="quiet">{w.recommended}</Pill>}
        {added && <Pill tone="good">{w.added}</Pill>}
      </div>
      <p className="setup-list-facts">{description}</p>
      <p className="setup-list-facts text-meta quiet">
        {w.listFacts(publisher, names, megabytes)} ·{' '}
        <a href={homepage} target="_blank" rel="noreferrer">
          {w.licence(licence)}
        </a>
      </p>
    </>
  );
}
