import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { OverrideInputScope } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toasts.ts';
import { minutesOfToday, untilText } from '../../requests/parts/duration.ts';
import { findDevices } from '../queries.ts';
import { overridesWords } from '../words.ts';
import { ScopeFields, type ScopeType } from './scope-fields.tsx';

const LENGTHS = ['15', '60', '180', 'today', '1440', '10080'] as const;

interface Draft {
  readonly site: string;
  readonly type: ScopeType;
  readonly target: string;
  readonly length: string;
  readonly reason: string;
}

const EMPTY: Draft = { site: '', type: 'student', target: '', length: '60', reason: '' };

/** Opens a site for a time. */
export function MakePermission({ onClose }: { readonly onClose: () => void }): ReactNode {
  const w = overridesWords.read();
  const [draft, setDraft] = useState(EMPTY);
  const known = useRef(new Map<string, string>());
  const make = useMake(known.current, onClose);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate(draft);
  };
  return (
    <Dialog opened onClose={onClose} title={w.make}>
      <form className="stack" onSubmit={submit}>
        <TextInput
          data-autofocus
          label={w.site}
          description={w.siteHelp}
          value={draft.site}
          maxLength={2_048}
          autoComplete="off"
          spellCheck={false}
          required
          error={fieldProblem(make.error, '#/site')}
          onChange={(event) => change({ site: event.currentTarget.value })}
        />
        <ScopeFields
          type={draft.type}
          target={draft.target}
          known={known.current}
          error={fieldProblem(make.error, '#/scope/id')}
          change={change}
        />
        <SelectField
          label={w.howLong}
          value={draft.length}
          data={LENGTHS.map((value) => ({ value, label: w.lengths[value] }))}
          onChange={(length) => change({ length: length ?? draft.length })}
        />
        <TextInput
          label={w.reason}
          description={w.reasonHelp}
          value={draft.reason}
          maxLength={500}
          error={fieldProblem(make.error, '#/reason')}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
        <Problem error={make.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {common.read().cancel}
          </Button>
          <Button type="submit" loading={make.isPending}>
            {w.allowSite}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function useMake(known: ReadonlyMap<string, string>, onMade: () => void) {
  const w = overridesWords.read();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ site, type, target, length, reason }: Draft) =>
      school.overrides.create({
        site: site.trim(),
        scope: await scopeOf(type, target.trim(), known),
        ttlMinutes: length === 'today' ? minutesOfToday(Date.now()) : Number(length),
        reason: reason.trim() === '' ? null : reason.trim(),
      }),
    onSuccess: async ({ id, site, expiresAt }) => {
      toast({
        text: w.made(site, untilText(expiresAt)),
        undo: async () => {
          await school.overrides.delete(id);
          await client.invalidateQueries({ queryKey: ['overrides'] });
        },
      });
      onMade();
      await client.invalidateQueries({ queryKey: ['overrides'] });
    },
  });
}

/** @throws Error in words for the person, when no laptop or more than one fits */
async function scopeOf(
  type: ScopeType,
  target: string,
  known: ReadonlyMap<string, string>,
): Promise<OverrideInputScope> {
  if (type !== 'device') return { type, id: target };
  const picked = known.get(target);
  if (picked !== undefined) return { type, id: picked };
  const w = overridesWords.read();
  const [first, second] = await findDevices(target);
  if (first === undefined) throw new Error(w.noSuchDevice(target));
  if (second !== undefined) throw new Error(w.manyDevices(target));
  return { type, id: first.id };
}
