import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { zoneName } from '../../../app/time/tell.ts';
import { common } from '../../../app/words/common.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { SuggestField } from '../../../ui/suggest-field.tsx';
import { fieldOf } from '../../explain/parts/local-moment.ts';
import { actionText, actionWords } from '../action-words.ts';
import { ACTIONS } from '../actions.ts';
import { useKnownActors } from '../actors.ts';
import type { AuditSearch } from '../search.ts';
import { auditWords } from '../words.ts';

interface FiltersProps {
  readonly search: AuditSearch;
  readonly onSearch: (search: AuditSearch) => void;
}

/** Narrows the log. Choices act at once; typed text when it is sent. */
export function Filters({ search, onSearch }: FiltersProps) {
  const w = auditWords.read();
  const actors = useKnownActors();
  const [draft, setDraft] = useState({
    actor: actors.nameOf(search.actor ?? ''),
    target: search.target ?? '',
    from: search.from === undefined ? '' : fieldOf(search.from),
    to: search.to === undefined ? '' : fieldOf(search.to),
  });
  const change = (changed: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changed }));
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSearch({
      ...search,
      actor: orNothing(actors.idOf(draft.actor.trim())),
      target: orNothing(draft.target.trim()),
      from: orNothing(draft.from),
      to: orNothing(draft.to),
    });
  };
  return (
    <form className="audit-filters" onSubmit={send}>
      <SuggestField
        label={w.actor}
        value={draft.actor}
        onChange={(actor) => change({ actor })}
        find={async (text) => actors.find(text)}
        onPick={({ value, label }) => {
          change({ actor: label });
          onSearch({ ...search, actor: value });
        }}
      />
      <SelectField
        label={w.action}
        data={actionChoices(search.action)}
        value={search.action ?? ''}
        onChange={(action) => onSearch({ ...search, action: orNothing(action ?? '') })}
      />
      <TextInput
        label={w.target}
        value={draft.target}
        onChange={(event) => change({ target: event.currentTarget.value })}
        placeholder={w.targetNote}
        autoComplete="off"
      />
      <TextInput
        type="datetime-local"
        label={w.from}
        value={draft.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={w.to}
        value={draft.to}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      <div className="audit-filter-acts">
        <Button type="submit" variant="default">
          {w.find}
        </Button>
        <Button
          variant="subtle"
          onClick={() => {
            setDraft({ actor: '', target: '', from: '', to: '' });
            onSearch({});
          }}
        >
          {common.read().clearFilters}
        </Button>
      </div>
      <p className="quiet text-meta audit-filter-note">
        {w.actorNote} {w.zone(zoneName())}
      </p>
    </form>
  );
}

function orNothing(text: string): string | undefined {
  return text === '' ? undefined : text;
}

interface Choices {
  readonly group: string;
  readonly items: { readonly value: string; readonly label: string }[];
}

/** Each action by what it is about; an action of the address that is not known stays chosen. */
function actionChoices(chosen: string | undefined): Choices[] {
  const w = auditWords.read();
  const { nouns } = actionWords.read();
  const known = new Set<string>(ACTIONS);
  const all = chosen === undefined || known.has(chosen) ? [...ACTIONS] : [...ACTIONS, chosen];
  const groups = Map.groupBy(all, (action) => action.slice(0, action.indexOf('.')));
  return [
    { group: w.anyAction, items: [{ value: '', label: w.anyAction }] },
    ...[...groups].map(([noun, actions]) => ({
      group: nouns[noun] ?? noun,
      items: actions.map((action) => ({ value: action, label: `${actionText(action)} · ${action}` })),
    })),
  ];
}
