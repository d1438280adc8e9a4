import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
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

interface SuggestDialogProps {
  readonly domain: string;
  /** Empty = to be chosen. */
  readonly category: string;
  readonly kind: 'missing' | 'wrong';
  readonly onClose: () => void;
}

/** Says that a site is missing in a category, or in a wrong one. It counts once somebody has accepted it. */
export function SuggestDialog({ domain, category, kind, onClose }: SuggestDialogProps): ReactNode {
  const w = categoriesWords.read();
  const client = useQueryClient();
  const categories = useQuery(allCategories);
  const [draft, setDraft] = useState({ domain, category, note: '' });
  const change = (part: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...part }));
  const suggest = useMutation({
    mutationFn: () => {
      const note = draft.note.trim();
      return school.categories.suggestions.create({
        domain: draft.domain.trim(),
        category: draft.category,
        kind,
        note: note === '' ? null : note,
      });
    },
    onSuccess: async () => {
      toast({ text: w.suggested });
      onClose();
      await client.invalidateQueries({ queryKey: ['categories', 'suggestions'] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    suggest.mutate();
  };
  return (
    <Dialog opened onClose={onClose} title={kind === 'missing' ? w.missingTitle : w.wrongTitle}>
      <form className="stack" onSubmit={submit}>
        <p className="quiet">{w.suggestText}</p>
        <TextInput
          data-autofocus
          label={w.site}
          value={draft.domain}
          maxLength={253}
          required
          spellCheck={false}
          error={fieldProblem(suggest.error, '#/domain')}
          onChange={(event) => change({ domain: event.currentTarget.value })}
        />
        <SelectField
          label={w.category}
          required
          data={(categories.data ?? []).map(({ id }) => ({
            value: id,
            label: categoryName(id, language()),
          }))}
          value={draft.category === '' ? null : draft.category}
          error={fieldProblem(suggest.error, '#/category')}
          onChange={(id) => change({ category: id ?? '' })}
        />
        <TextInput
          label={w.note}
          value={draft.note}
          maxLength={500}
          error={fieldProblem(suggest.error, '#/note')}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <Problem error={suggest.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {common.read().cancel}
          </Button>
          <Button type="submit" loading={suggest.isPending}>
            {w.suggest}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
