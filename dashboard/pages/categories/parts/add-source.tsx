import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { CategorySourceInput } from '../../../../sdk/node/index.ts';
import { categoryName } from '../../../../words/categories.ts';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { language } from '../../../app/words/language.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toasts.ts';
import { allCategories } from '../queries.ts';
import { categoriesWords } from '../words.ts';
import { Catalogue } from './catalogue.tsx';

interface AddSourceProps {
  readonly onClose: () => void;
}

/** A list of the catalogue, or one of the school's own. */
export function AddSource({ onClose }: AddSourceProps): ReactNode {
  const w = categoriesWords.read();
  const [kind, setKind] = useState('catalogue');
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: (input: CategorySourceInput) => school.categories.sources.create(input),
    onSuccess: async ({ id }) => {
      toast({ text: w.added(id) });
      await client.invalidateQueries({ queryKey: ['category-sources'] });
    },
  });
  return (
    <Dialog opened onClose={onClose} title={w.addSource} size="wide">
      <div className="stack">
        <SegmentedControl
          aria-label={w.addSource}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'catalogue', label: w.fromCatalogue },
            { value: 'own', label: w.ownList },
          ]}
        />
        {kind === 'catalogue' ? (
          <>
            <Problem error={add.error} />
            <Catalogue isBusy={add.isPending} onAdd={(id) => add.mutate({ id })} />
            <DialogButtons>
              <Button variant="default" onClick={onClose}>
                {common.read().close}
              </Button>
            </DialogButtons>
          </>
        ) : (
          <OwnList
            error={add.error}
            isBusy={add.isPending}
            onAdd={(input) => add.mutate(input, { onSuccess: onClose })}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

const FORMATS = ['plain', 'hosts', 'adblock', 'rpz', 'ut1'] as const;

interface OwnListProps extends AddSourceProps {
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onAdd: (input: CategorySourceInput) => void;
}

function OwnList({ error, isBusy, onAdd, onClose }: OwnListProps): ReactNode {
  const w = categoriesWords.read();
  const categories = useQuery(allCategories);
  const [draft, setDraft] = useState({ id: '', location: '', format: 'plain', category: '' });
  const change = (part: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...part }));
  const hasOwnCategories = draft.format === 'ut1';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { id, location, format, category } = draft;
    onAdd({
      id: id.trim(),
      location: location.trim(),
      format,
      ...(hasOwnCategories ? {} : { category }),
    });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextInput
        label={w.listId}
        description={w.listIdHelp}
        value={draft.id}
        maxLength={40}
        required
        error={fieldProblem(error, '#/id')}
        onChange={(event) => change({ id: event.currentTarget.value })}
      />
      <TextInput
        type="url"
        label={w.location}
        description={w.locationHelp}
        value={draft.location}
        maxLength={2_048}
        required
        error={fieldProblem(error, '#/location')}
        onChange={(event) => change({ location: event.currentTarget.value })}
      />
      <SelectField
        label={w.format}
        data={FORMATS.map((value) => ({ value, label: w.formats[value] }))}
        value={draft.format}
        error={fieldProblem(error, '#/format')}
        onChange={(format) => change({ format: format ?? draft.format })}
      />
      {!hasOwnCategories && (
        <SelectField
          label={w.category}
          required
          data={(categories.data ?? []).map(({ id }) => ({
            value: id,
            label: categoryName(id, language()),
          }))}
          value={draft.category === '' ? null : draft.category}
          error={fieldProblem(error, '#/category')}
          onChange={(category) => change({ category: category ?? '' })}
        />
      )}
      <Problem error={error} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {common.read().cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {w.addList}
        </Button>
      </DialogButtons>
    </form>
  );
}
