import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type Organization,
  type OrganizationPatch,
  PreconditionFailedError,
} from '../../../../sdk/node/index.ts';
import { facts } from '../../../app/client/facts.ts';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { toast } from '../../../ui/toasts.ts';
import { organization as askOrganization } from '../queries.ts';

/** What a section shows and does. Only what somebody has changed is sent. */
export interface Section<V> {
  readonly value: V;
  readonly change: (part: Partial<V>) => void;
  readonly submit: (event: FormEvent) => void;
  readonly discard: () => void;
  /** Takes values back to what the configuration file says. */
  readonly takeBack: (patch: OrganizationPatch, names: readonly (keyof V)[]) => void;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly error: unknown;
}

/**
 * A section of the settings that is saved by itself. What is typed stays until it is saved, also when the settings change meanwhile.
 * @param saved the values as they are saved
 * @param patchOf the patch that saves what has changed
 */
export function useSection<V extends object>(
  organization: Organization,
  saved: V,
  patchOf: (changed: Partial<V>) => OrganizationPatch,
): Section<V> {
  const [changed, setChanged] = useState<Partial<V>>({});
  const save = useSave(organization);
  return {
    value: { ...saved, ...changed },
    change: (part) => setChanged((before) => ({ ...before, ...part })),
    submit: (event) => {
      event.preventDefault();
      save.mutate(patchOf(changed), { onSuccess: () => setChanged({}) });
    },
    discard: () => {
      save.reset();
      setChanged({});
    },
    takeBack: (patch, names) =>
      save.mutate(patch, { onSuccess: () => setChanged((before) => without(before, names)) }),
    isChanged: Object.keys(changed).length > 0,
    isSaving: save.isPending,
    error: save.error,
  };
}

function useSave(organization: Organization) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: OrganizationPatch) => school.organization.update(patch, { ifMatch: organization }),
    onSuccess: (saved) => {
      client.setQueryData(askOrganization.queryKey, saved);
      toast({ text: common.read().saved });
      // The document says which zone all times are told in.
      if (saved.timeZone !== facts.timeZone) location.reload();
    },
    onError: (error) => {
      if (error instanceof PreconditionFailedError)
        void client.invalidateQueries({ queryKey: askOrganization.queryKey });
    },
  });
}

function without<V extends object>(values: Partial<V>, names: readonly (keyof V)[]): Partial<V> {
  const left = { ...values };
  for (const name of names) delete left[name];
  return left;
}
