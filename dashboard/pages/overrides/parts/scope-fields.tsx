import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay, useSession } from '../../../app/client/session.ts';
import { clockTime } from '../../../app/time/tell.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { SuggestField } from '../../../ui/suggest-field.tsx';
import { UnitField } from '../../../ui/unit-field.tsx';
import { findDevices, findPeople, lessonsAhead } from '../queries.ts';
import { overridesWords } from '../words.ts';

export type ScopeType = 'student' | 'device' | 'ou' | 'session';

interface ScopeFieldsProps {
  readonly type: ScopeType;
  /** An e-mail address, the name of a laptop, a path or the id of a lesson. */
  readonly target: string;
  /** Ids of laptops by the names that were suggested. */
  readonly known: Map<string, string>;
  readonly error: string | undefined;
  readonly change: (part: { readonly type?: ScopeType; readonly target?: string }) => void;
}

/** For whom a site is opened. */
export function ScopeFields(props: ScopeFieldsProps): ReactNode {
  const w = overridesWords.read();
  const may = useMay();
  const types = (['student', 'device', 'ou', 'session'] as const).filter(
    (type) => type !== 'session' || may('listClassroomSessions'),
  );
  return (
    <>
      <SelectField
        label={w.forWhom}
        value={props.type}
        data={types.map((value) => ({ value, label: w.kinds[value] ?? value }))}
        onChange={(value) => {
          const type = types.find((one) => one === value);
          if (type !== undefined) props.change({ type, target: '' });
        }}
      />
      <TargetField {...props} />
    </>
  );
}

function TargetField({ type, target, known, error, change }: ScopeFieldsProps): ReactNode {
  const w = overridesWords.read();
  const { ou } = useSession();
  const field = {
    value: target,
    onChange: (text: string) => change({ target: text }),
    required: true,
    ...(error === undefined ? {} : { error }),
  };
  if (type === 'student')
    return (
      <SuggestField
        key={type}
        label={w.studentEmail}
        placeholder={w.nameOrEmail}
        find={suggestPeople}
        {...field}
      />
    );
  if (type === 'device')
    return (
      <SuggestField
        key={type}
        label={w.laptopName}
        find={(text, signal) => suggestDevices(known, text, signal)}
        onPick={({ label, value }) => {
          known.set(label, value);
          change({ target: label });
        }}
        {...field}
      />
    );
  if (type === 'ou') return <UnitField label={w.unit} withAll={ou === null} {...field} />;
  return <LessonField {...field} />;
}

interface LessonFieldProps {
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error?: string;
}

function LessonField({ value, onChange, error }: LessonFieldProps): ReactNode {
  const w = overridesWords.read();
  const lessons = useQuery(lessonsAhead);
  const data = (lessons.data ?? []).map(({ id, name, startsAt, endsAt }) => ({
    value: id,
    label: w.lesson(name, clockTime(startsAt), clockTime(endsAt)),
  }));
  return (
    <SelectField
      label={w.lessonField}
      description={lessons.data?.length === 0 ? w.noLessons : undefined}
      data={data}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      required
      error={error}
    />
  );
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
