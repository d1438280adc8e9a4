import { Button, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { AlertRule, AlertRulePatch } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { alertRules } from '../queries.ts';
import { settingsWords } from '../words.ts';
import { severities } from './severities.ts';

type Values = Readonly<Record<string, boolean | string | number>>;
type Member = AlertRule['members'][number];

interface AlertRuleDialogProps {
  readonly rule: AlertRule;
  readonly onClose: () => void;
}

/** All that can be set of a rule. */
export function AlertRuleDialog({ rule, onClose }: AlertRuleDialogProps): ReactNode {
  const w = settingsWords.read();
  const [changed, setChanged] = useState<Values>({});
  const save = useSave(rule, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(changed);
  };
  return (
    <Dialog opened onClose={onClose} title={w.alertTypes[rule.type] ?? rule.type}>
      <form className="stack" onSubmit={submit}>
        {rule.members.map((member) => (
          <MemberField
            key={member.name}
            member={member}
            value={changed[member.name] ?? memberOf(rule, member.name)}
            standard={memberOf(rule.defaults, member.name)}
            error={fieldProblem(save.error, `#/${member.name}`)}
            onChange={(value) => setChanged((before) => ({ ...before, [member.name]: value }))}
          />
        ))}
        <Problem error={save.error} />
        <DialogButtons>
          {rule.changed.length > 0 && (
            <Button
              variant="default"
              loading={save.isPending}
              onClick={() => save.mutate(Object.fromEntries(rule.changed.map((name) => [name, null])))}
            >
              {w.toDefaults}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {common.read().cancel}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={Object.keys(changed).length === 0}>
            {w.saveRule}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface MemberFieldProps {
  readonly member: Member;
  readonly value: boolean | string | number | undefined;
  /** What it is where nobody has set it. */
  readonly standard: boolean | string | number | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: boolean | string | number) => void;
}

function MemberField({ member, value, standard, error, onChange }: MemberFieldProps): ReactNode {
  const w = settingsWords.read();
  const label = w.ruleMembers[member.name] ?? member.meaning;
  if (typeof value === 'boolean')
    return (
      <Switch
        label={label}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
        error={error}
      />
    );
  if (typeof value === 'string')
    return (
      <SelectField
        label={label}
        description={w.defaultIs(common.read().severity[String(standard)] ?? String(standard))}
        data={severities()}
        value={value}
        error={error}
        onChange={(severity) => onChange(severity ?? value)}
      />
    );
  return (
    <NumberField
      label={label}
      description={w.defaultIs(String(standard))}
      {...(member.minimum === null ? {} : { min: member.minimum })}
      {...(member.maximum === null ? {} : { max: member.maximum })}
      value={value ?? ''}
      error={error}
      onChange={(next) => {
        if (typeof next === 'number') onChange(next);
      }}
    />
  );
}

function memberOf(
  rule: AlertRule | AlertRule['defaults'],
  name: string,
): boolean | string | number | undefined {
  return (rule as unknown as Readonly<Record<string, boolean | string | number | undefined>>)[name];
}

function useSave({ type }: AlertRule, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: Readonly<Record<string, boolean | string | number | null>>) =>
      school.alertRules.update(type, patch as AlertRulePatch),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: alertRules.queryKey });
      onSaved();
    },
  });
}
