import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { CategorySource } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { categoriesWords } from '../words.ts';

/** A list that says something suspicious, with why, and its release. */
export function HeldSource({ source }: { readonly source: CategorySource }): ReactNode {
  const w = categoriesWords.read();
  const may = useMay();
  const [isReleasing, setIsReleasing] = useState(false);
  return (
    <Notice kind="warn" title={w.heldTitle(source.id)}>
      <p className="categories-problem">{source.problem}</p>
      <p className="quiet">{w.heldText}</p>
      {may('releaseCategorySource') && (
        <div>
          <Button variant="default" onClick={() => setIsReleasing(true)}>
            {w.release(source.id)}
          </Button>
        </div>
      )}
      {isReleasing && <ReleaseDialog source={source} onClose={() => setIsReleasing(false)} />}
    </Notice>
  );
}

interface ReleaseDialogProps {
  readonly source: CategorySource;
  readonly onClose: () => void;
}

function ReleaseDialog({ source: { id, problem }, onClose }: ReleaseDialogProps): ReactNode {
  const w = categoriesWords.read();
  const client = useQueryClient();
  const [names, setNames] = useState('');
  const release = useMutation({
    mutationFn: () => {
      const accept = names.split(/[\s,;]+/).filter((name) => name !== '');
      return school.categories.sources.release(id, accept.length === 0 ? {} : { accept });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['category-sources'] });
      void client.invalidateQueries({ queryKey: ['attention'] });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    release.mutate();
  };
  return (
    <Dialog opened onClose={onClose} title={w.release(id)}>
      <form className="stack" onSubmit={submit}>
        <p className="categories-problem">{problem}</p>
        <p>{w.releaseText}</p>
        <Textarea
          label={w.acceptNames}
          description={w.acceptNamesHelp}
          rows={3}
          spellCheck={false}
          value={names}
          onChange={(event) => setNames(event.currentTarget.value)}
        />
        <Problem error={release.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {common.read().cancel}
          </Button>
          <Button type="submit" loading={release.isPending}>
            {w.releaseAct}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
