import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, type CampusInput } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { listed } from '../../../app/words/numbers.ts';
import { Block } from '../../../ui/block.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toasts.ts';
import { ownNetwork } from '../own-network.ts';
import { askCampuses, askOwnAddress } from '../queries.ts';
import { setupWords } from '../words.ts';

/** Where the school is, by its networks: that of the person's own address is proposed. */
export function CampusBlock() {
  const w = setupWords.read();
  const campuses = useQuery(askCampuses());
  const address = useQuery(askOwnAddress());
  const known = campuses.data?.data ?? [];
  return (
    <Block title={w.campus}>
      <Stack gap={12}>
        <p className="setup-text quiet">{w.campusText}</p>
        {known.length > 0 && (
          <Notice kind="good">{w.campusKnown(listed(known.map(({ name }) => name)))}</Notice>
        )}
        <Loaded query={address} rows={3}>
          {(seen) => <CampusForm key={known.length} address={seen} />}
        </Loaded>
      </Stack>
    </Block>
  );
}

function CampusForm({ address }: { readonly address: string | null }) {
  const w = setupWords.read();
  const queries = useQueryClient();
  const proposed = ownNetwork(address);
  const [name, setName] = useState('');
  const [networks, setNetworks] = useState(proposed ?? '');
  const add = useMutation({
    mutationFn: async (input: CampusInput) => await school.campuses.create(input),
    onSuccess: async (campus) => {
      toast({ text: w.campusAdded(campus.name) });
      await queries.invalidateQueries({ queryKey: ['campuses'] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const cidrs = networks.split(/[\n,]/).map((text) => text.trim());
    add.mutate({ name: name.trim(), cidrs: cidrs.filter((text) => text !== '') });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={12} align="flex-start">
        <TextInput
          className="setup-field"
          name="campus"
          label={w.campusName}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          maxLength={120}
          required
          withAsterisk={false}
          error={fieldProblem(add.error, '#/name')}
        />
        <Textarea
          className="setup-field"
          name="networks"
          label={w.networks}
          description={
            proposed === null || address === null ? w.networksAsked : w.networksFromAddress(address)
          }
          autoComplete="off"
          value={networks}
          onChange={({ currentTarget: { value } }) => setNetworks(value)}
          rows={3}
          required
          withAsterisk={false}
          error={networkProblem(add.error)}
        />
        <Problem error={add.error} />
        <Button type="submit" variant="default" loading={add.isPending}>
          {w.addCampus}
        </Button>
      </Stack>
    </form>
  );
}

/** The first network that the server does not read. */
function networkProblem(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.errors.find(({ pointer }) => pointer?.startsWith('#/cidrs'))?.detail;
}
