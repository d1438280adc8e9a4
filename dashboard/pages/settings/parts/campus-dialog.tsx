import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Campus, CampusGeofence } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { campuses } from '../queries.ts';
import { settingsWords } from '../words.ts';
import { linesOf, textOf } from './lines.ts';

const LISTS = ['cidrs', 'gatewayMacs', 'bssids', 'ssids'] as const;
type ListName = (typeof LISTS)[number];

const NOWHERE: CampusGeofence = { lat: 0, lon: 0, radiusMeters: 300 };

interface Draft extends Readonly<Record<ListName, string>> {
  readonly name: string;
  readonly geofence: CampusGeofence | null;
}

interface CampusDialogProps {
  /** Null = a new one. */
  readonly campus: Campus | null;
  readonly onClose: () => void;
}

/** By what a laptop knows that it is at a place of the school. */
export function CampusDialog({ campus, onClose }: CampusDialogProps): ReactNode {
  const w = settingsWords.read();
  const [draft, setDraft] = useState(() => draftOf(campus));
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const save = useSave(campus, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(draft);
  };
  return (
    <Dialog opened onClose={onClose} title={campus === null ? w.addCampus : w.editCampus(campus.name)}>
      <form className="stack" onSubmit={submit}>
        <TextInput
          data-autofocus
          label={w.campusName}
          value={draft.name}
          maxLength={120}
          required
          error={fieldProblem(save.error, '#/name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {LISTS.map((list) => (
          <Textarea
            key={list}
            label={w.campusLists[list]}
            description={w.campusListHelp[list]}
            rows={list === 'cidrs' ? 3 : 2}
            spellCheck={false}
            value={draft[list]}
            error={fieldProblem(save.error, `#/${list}`)}
            onChange={(event) => change({ [list]: event.currentTarget.value })}
          />
        ))}
        <Switch
          label={w.geofence}
          description={w.geofenceHelp}
          checked={draft.geofence !== null}
          onChange={(event) => change({ geofence: event.currentTarget.checked ? NOWHERE : null })}
        />
        {draft.geofence !== null && (
          <GeofenceFields fence={draft.geofence} onChange={(geofence) => change({ geofence })} />
        )}
        <Problem error={save.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {common.read().cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {w.saveCampus}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface GeofenceFieldsProps {
  readonly fence: CampusGeofence;
  readonly onChange: (fence: CampusGeofence) => void;
}

function GeofenceFields({ fence, onChange }: GeofenceFieldsProps): ReactNode {
  const w = settingsWords.read();
  const set = (name: keyof CampusGeofence) => (value: string | number) => {
    if (typeof value === 'number') onChange({ ...fence, [name]: value });
  };
  return (
    <div className="settings-row">
      <NumberField label={w.latitude} min={-90} max={90} value={fence.lat} onChange={set('lat')} />
      <NumberField label={w.longitude} min={-180} max={180} value={fence.lon} onChange={set('lon')} />
      <NumberField
        label={w.radius}
        min={10}
        max={100_000}
        value={fence.radiusMeters}
        onChange={set('radiusMeters')}
      />
    </div>
  );
}

function draftOf(campus: Campus | null): Draft {
  return {
    name: campus?.name ?? '',
    cidrs: textOf(campus?.cidrs ?? []),
    gatewayMacs: textOf(campus?.gatewayMacs ?? []),
    bssids: textOf(campus?.bssids ?? []),
    ssids: textOf(campus?.ssids ?? []),
    geofence: campus?.geofence ?? null,
  };
}

function useSave(campus: Campus | null, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (draft: Draft) => {
      const input = {
        name: draft.name.trim(),
        cidrs: linesOf(draft.cidrs),
        gatewayMacs: linesOf(draft.gatewayMacs),
        bssids: linesOf(draft.bssids),
        ssids: linesOf(draft.ssids),
        geofence: draft.geofence,
      };
      return campus === null ? school.campuses.create(input) : school.campuses.update(campus.id, input);
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: campuses.queryKey });
      onSaved();
    },
  });
}
