import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { zoneName } from '../../../app/time/tell.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SuggestField } from '../../../ui/suggest-field.tsx';
import { findDevices, findPeople, isDeviceId, isPersonId, oneDevice, onePerson } from '../queries.ts';
import type { ExplainSearch } from '../search.ts';
import { explainWords } from '../words.ts';
import { type Draft, draftOf, searchOf } from './draft.ts';

interface QuestionFormProps {
  readonly search: ExplainSearch;
  readonly busy: boolean;
  readonly ask: (search: ExplainSearch) => void;
}

/** The question. What it asks stands in the address once it is sent. */
export function QuestionForm({ search, busy, ask }: QuestionFormProps): ReactNode {
  const w = explainWords.read();
  const [{ from, draft }, setState] = useState({ from: search, draft: draftOf(search) });
  const [fault, setFault] = useState<string | null>(null);
  const known = useRef(new Map<string, string>());
  // Back and links change the address: the fields follow it.
  if (from !== search) setState({ from: search, draft: draftOf(search) });
  const change = (part: Partial<Draft>): void =>
    setState((state) => ({ ...state, draft: { ...state.draft, ...part } }));

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const next = searchOf(draft, search, known.current);
    const missing = next.user === undefined && next.device === undefined ? w.nobodyNamed : null;
    const problem = next.url === undefined ? w.noAddress : missing;
    setFault(problem);
    if (problem === null) ask(next);
  };

  return (
    <form className="explain-form" onSubmit={submit} noValidate>
      <AddressField draft={draft} change={change} />
      <WhoFields draft={draft} change={change} search={search} known={known.current} />
      <HowFields draft={draft} change={change} />
      {fault !== null && (
        <div className="explain-wide" role="alert">
          <Notice kind="bad">{fault}</Notice>
        </div>
      )}
      <div className="explain-wide explain-bar">
        <Button type="submit" loading={busy}>
          {w.explain}
        </Button>
        <p className="quiet text-meta">{w.help}</p>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}

function AddressField({ draft, change }: FieldsProps): ReactNode {
  const w = explainWords.read();
  return (
    <TextInput
      className="explain-wide"
      label={w.url}
      placeholder={w.urlHint}
      value={draft.url}
      maxLength={2_048}
      autoComplete="off"
      spellCheck={false}
      required
      withAsterisk={false}
      onChange={(event) => change({ url: event.currentTarget.value })}
    />
  );
}

interface WhoFieldsProps extends FieldsProps {
  readonly search: ExplainSearch;
  /** Ids of laptops by the names that were suggested. */
  readonly known: Map<string, string>;
}

function WhoFields({ draft, change, search, known }: WhoFieldsProps): ReactNode {
  const w = explainWords.read();
  const named = useNames(search);
  return (
    <>
      <SuggestField
        label={w.user}
        placeholder={w.userHint}
        value={draft.user ?? named.user}
        onChange={(user) => change({ user })}
        find={suggestPeople}
      />
      <SuggestField
        label={w.device}
        placeholder={w.deviceHint}
        value={draft.device ?? named.device}
        onChange={(device) => change({ device })}
        find={(text, signal) => suggestDevices(known, text, signal)}
        onPick={({ value, label }) => {
          known.set(label, value);
          change({ device: label });
        }}
      />
    </>
  );
}

function HowFields({ draft, change }: FieldsProps): ReactNode {
  const w = explainWords.read();
  return (
    <>
      <TextInput
        label={w.app}
        placeholder={w.appHint}
        value={draft.app}
        maxLength={120}
        autoComplete="off"
        onChange={(event) => change({ app: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={w.at}
        title={w.atZone(zoneName())}
        value={draft.at}
        onChange={(event) => change({ at: event.currentTarget.value })}
      />
      <SelectField
        label={w.place}
        value={draft.place}
        data={[
          { value: '', label: w.placeOfDevice },
          ...Object.entries(w.places).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(place) => change({ place: place ?? '' })}
      />
    </>
  );
}

/** What the address names by its ids, as people call it. */
function useNames({ user = '', device = '' }: ExplainSearch): {
  readonly user: string;
  readonly device: string;
} {
  const person = useQuery({ ...onePerson(user), enabled: isPersonId(user) });
  const laptop = useQuery({ ...oneDevice(device), enabled: isDeviceId(device) });
  return { user: person.data?.email ?? user, device: laptop.data?.name ?? device };
}

async function suggestPeople(text: string, signal: AbortSignal) {
  const people = await findPeople(text, signal);
  return people.map(({ email, name }) => ({ value: email, label: email, note: name }));
}

/** Two laptops may have one name: the second is told apart by its id. */
async function suggestDevices(known: Map<string, string>, text: string, signal: AbortSignal) {
  const devices = await findDevices(text, signal);
  return devices.map(({ id, name, ou }) => {
    const label = (known.get(name) ?? id) === id ? name : `${name} (${id})`;
    known.set(label, id);
    return { value: id, label, note: ou };
  });
}
