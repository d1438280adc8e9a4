import { ActionIcon, Button, Group, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type {
  AlertNotifications,
  AlertNotificationsQuietHours,
  AlertRecipient,
} from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { listed } from '../../../app/words/numbers.ts';
import { Block } from '../../../ui/block.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toasts.ts';
import { UnitField } from '../../../ui/unit-field.tsx';
import { notifications } from '../queries.ts';
import { settingsWords } from '../words.ts';
import { Days } from './hour-list.tsx';
import { severities } from './severities.ts';

/** The rows as they are typed: addresses with commas. */
interface Row {
  readonly ou: string;
  readonly emails: string;
  readonly minSeverity: AlertRecipient['minSeverity'];
}

interface Draft {
  readonly rows: readonly Row[];
  readonly quietHours: AlertNotificationsQuietHours | null;
}

const NIGHT: AlertNotificationsQuietHours = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  from: '20:00',
  to: '07:00',
};

/** Who is mailed of alerts, and when not. */
export function NotificationSection(): ReactNode {
  const w = settingsWords.read();
  const query = useQuery(notifications);
  return (
    <Block title={w.tabs.notifications}>
      <p className="quiet">{w.notificationText}</p>
      <Loaded query={query}>{(present) => <NotificationForm present={present} />}</Loaded>
    </Block>
  );
}

function NotificationForm({ present }: { readonly present: AlertNotifications }): ReactNode {
  const w = settingsWords.read();
  const [draft, setDraft] = useState<Draft | null>(null);
  const shown = draft ?? draftOf(present);
  const change = (part: Partial<Draft>): void => setDraft({ ...shown, ...part });
  const save = useSave(present, () => setDraft(null));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(shown);
  };
  return (
    <form className="settings-form" onSubmit={submit}>
      {!present.mailServer && <Notice kind="warn">{w.noMailServer}</Notice>}
      {present.failing.length > 0 && <Notice kind="bad">{w.mailFails(listed(present.failing))}</Notice>}
      <Recipients rows={shown.rows} onChange={(rows) => change({ rows })} />
      <QuietHours hours={shown.quietHours} onChange={(quietHours) => change({ quietHours })} />
      <Problem error={save.error} />
      <Group gap={8}>
        <Button type="submit" disabled={draft === null} loading={save.isPending}>
          {common.read().save}
        </Button>
        {draft !== null && (
          <Button
            variant="default"
            onClick={() => {
              save.reset();
              setDraft(null);
            }}
          >
            {w.discard}
          </Button>
        )}
      </Group>
    </form>
  );
}

interface RecipientsProps {
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[]) => void;
}

function Recipients({ rows, onChange }: RecipientsProps): ReactNode {
  const w = settingsWords.read();
  const replace = (at: number, part: Partial<Row>): void =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <fieldset className="settings-list">
      <legend className="text-label">{w.recipients}</legend>
      {rows.length === 0 && <p className="quiet">{w.noRecipients}</p>}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
        <div key={at} className="settings-row">
          <div className="settings-grow">
            <UnitField
              label={w.unit}
              value={row.ou}
              onChange={(ou) => replace(at, { ou })}
              required
              withAll
            />
          </div>
          <TextInput
            className="settings-grow"
            label={w.emails}
            value={row.emails}
            required
            onChange={(event) => replace(at, { emails: event.currentTarget.value })}
          />
          <SelectField
            label={w.minSeverity}
            data={severities()}
            value={row.minSeverity}
            onChange={(severity) => replace(at, { minSeverity: severity ?? row.minSeverity })}
          />
          <ActionIcon
            className="settings-low"
            aria-label={w.removeRecipients(at + 1)}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            <Icon name="trash" />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          onClick={() => onChange([...rows, { ou: '/', emails: '', minSeverity: 'high' }])}
        >
          {w.addRecipients}
        </Button>
      </div>
    </fieldset>
  );
}

interface QuietHoursProps {
  readonly hours: AlertNotificationsQuietHours | null;
  readonly onChange: (hours: AlertNotificationsQuietHours | null) => void;
}

function QuietHours({ hours, onChange }: QuietHoursProps): ReactNode {
  const w = settingsWords.read();
  return (
    <>
      <Switch
        label={w.quietHours}
        description={w.quietHoursHelp}
        checked={hours !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? NIGHT : null)}
      />
      {hours !== null && (
        <div className="settings-row">
          <Days label={w.quietDays} days={hours.days} onChange={(days) => onChange({ ...hours, days })} />
          <TextInput
            type="time"
            label={w.quietFrom}
            value={hours.from}
            onChange={(event) => onChange({ ...hours, from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={w.quietTo}
            value={hours.to}
            onChange={(event) => onChange({ ...hours, to: event.currentTarget.value })}
          />
        </div>
      )}
    </>
  );
}

function draftOf({ recipients, quietHours }: AlertNotifications): Draft {
  return {
    rows: recipients.map(({ ou, emails, minSeverity }) => ({ ou, emails: emails.join(', '), minSeverity })),
    quietHours,
  };
}

function useSave(present: AlertNotifications, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ rows, quietHours }: Draft) =>
      school.alertNotifications.update(
        {
          quietHours,
          recipients: rows.map(({ ou, emails, minSeverity }) => ({
            ou,
            minSeverity,
            emails: emails.split(/[\s,;]+/).filter((email) => email !== ''),
          })),
        },
        { ifMatch: present },
      ),
    onSuccess: (saved) => {
      client.setQueryData(notifications.queryKey, saved);
      onSaved();
      toast({ text: common.read().saved });
    },
    // Somebody else may have saved: what is typed stays, and is saved over what is there now.
    onError: () => client.invalidateQueries({ queryKey: notifications.queryKey }),
  });
}
