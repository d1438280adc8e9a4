import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../../sdk/node/index.ts';
import { common } from '../../../app/words/common.ts';
import { DialogButtons } from '../../../ui/dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { UnitField } from '../../../ui/unit-field.tsx';
import { keysWords } from '../words.ts';
import type { KeyFields, KeyLife } from './key-fields.ts';
import { ScopesField } from './scopes-field.tsx';

const MIN_LIMIT = 100;
const MAX_LIMIT = 5_000;

interface KeyFormProps {
  readonly start: KeyFields;
  readonly act: string;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onSubmit: (fields: KeyFields) => void;
  readonly onCancel: () => void;
}

/** The form of a key, new or known. */
export function KeyForm({ start, act, error, isPending, onSubmit, onCancel }: KeyFormProps) {
  const w = keysWords.read().form;
  const [fields, setFields] = useState(start);
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<KeyFields>): void => setFields((before) => ({ ...before, ...part }));
  const isWithoutScope = fields.scopes.length === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isWithoutScope && fields.name.trim() !== '') onSubmit(fields);
  };
  const scopesError = isTried && isWithoutScope ? w.scopesMissing : fieldProblem(error, '#/scopes');
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <TextInput
          label={w.name}
          description={w.nameHint}
          required={true}
          maxLength={120}
          value={fields.name}
          error={fieldProblem(error, '#/name')}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <ScopesField value={fields.scopes} onChange={(scopes) => change({ scopes })} error={scopesError} />
        <LifeField
          value={fields.life}
          isKnown={start.life === 'same'}
          onChange={(life) => change({ life })}
          error={fieldProblem(error, '#/expiresAt')}
        />
        <Textarea
          label={w.networks}
          description={w.networksHint}
          placeholder="203.0.113.0/24"
          rows={3}
          value={fields.networks}
          error={networksProblem(error)}
          onChange={({ currentTarget }) => change({ networks: currentTarget.value })}
        />
        <UnitField
          label={w.unit}
          value={fields.ou}
          onChange={(ou) => change({ ou })}
          error={fieldProblem(error, '#/ou')}
        />
        <NumberField
          label={w.limit}
          description={w.limitHint}
          min={MIN_LIMIT}
          max={MAX_LIMIT}
          value={fields.limit}
          error={fieldProblem(error, '#/rateLimitOverride')}
          onChange={(limit) => change({ limit })}
        />
        <Problem error={error} />
        <DialogButtons>
          <Button variant="default" onClick={onCancel}>
            {common.read().cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {act}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

interface LifeFieldProps {
  readonly value: KeyLife;
  /** A known key may keep its end. */
  readonly isKnown: boolean;
  readonly onChange: (life: KeyLife) => void;
  readonly error: string | undefined;
}

function LifeField({ value, isKnown, onChange, error }: LifeFieldProps) {
  const w = keysWords.read().form;
  const lives: readonly KeyLife[] = [...(isKnown ? (['same'] as const) : []), '30', '90', '365', 'never'];
  return (
    <SelectField
      label={w.expires}
      description={w.expiresHint}
      data={lives.map((life) => ({ value: life, label: w.lives[life] }))}
      value={value}
      error={error}
      onChange={(life) => onChange((life ?? value) as KeyLife)}
    />
  );
}

/** The first network that the API does not take, by whatever place it has in the list. */
function networksProblem(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.errors.find(({ pointer }) => pointer?.startsWith('#/ipAllowList') === true)?.detail;
}
