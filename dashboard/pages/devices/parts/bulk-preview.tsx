import { Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { CommandBatchInput, CommandBatchPreview } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { DialogButtons } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { devicesWords } from '../words.ts';
import type { BulkType } from './commands.ts';

/** Above so many laptops the number is typed: nobody hits a whole school by mistake. */
const TYPED_ABOVE = 50;

interface Preview {
  readonly type: BulkType;
  readonly body: CommandBatchInput;
  readonly sending: boolean;
  readonly error: unknown;
  /** Whether the server refused to send, because it is no longer as it was shown. */
  readonly isOutdated: boolean;
  readonly onBack: () => void;
  readonly onSend: (token: string) => void;
}

/** The server's dry run. What is sent is exactly what is shown; if that has changed, it is shown anew and asked again. */
export function BulkPreview({ type, body, isOutdated, ...acts }: Preview) {
  const w = devicesWords.read();
  const id = useId();
  const preview = useQuery({
    queryKey: ['order-preview', id],
    queryFn: ({ signal }) => school.commands.previewBatch(body, { signal }),
    // Nothing may change it under the eyes of who reads it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const { refetch } = preview;
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  return (
    <Stack gap={16}>
      {isOutdated && <Notice kind="warn">{w.outdated}</Notice>}
      <Loaded query={preview} rows={3}>
        {(shown) => <Shown key={shown.token} {...{ type, shown, ...acts }} isWaiting={preview.isFetching} />}
      </Loaded>
    </Stack>
  );
}

function Shown({
  type,
  shown,
  sending,
  error,
  isWaiting,
  onBack,
  onSend,
}: Omit<Preview, 'body' | 'isOutdated'> & {
  readonly shown: CommandBatchPreview;
  readonly isWaiting: boolean;
}) {
  const w = devicesWords.read();
  const { counts } = shown;
  const hit = counts.now + counts.later;
  const [typed, setTyped] = useState('');
  const isTyped = hit > TYPED_ABOVE || type === 'unenroll';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSend(shown.token);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <p className="devices-outcome">{w.orders[type].foreseen(counts.now, counts.later)}</p>
        <Outcome title={w.rejected(counts.rejected)} of="rejected" shown={shown} isOpen />
        <Outcome title={w.now(counts.now)} of="now" shown={shown} />
        <Outcome title={w.later(counts.later)} of="later" shown={shown} />
        <Outcome title={w.already(counts.already)} of="already" shown={shown} />
        {type === 'unenroll' && <Notice kind="warn">{w.unenrollWarning}</Notice>}
        {hit > 0 && isTyped && (
          <TextInput
            label={w.typeNumber(hit)}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        <Problem error={error} />
        <DialogButtons>
          <Button variant="default" onClick={onBack}>
            {common.read().back}
          </Button>
          <Button
            type="submit"
            loading={sending || isWaiting}
            disabled={hit === 0 || (isTyped && typed.trim() !== String(hit))}
            {...(type === 'unenroll' ? { color: 'bad' } : {})}
          >
            {w.orders[type].title(hit)}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** The laptops of one outcome by name; why, where one cannot. */
function Outcome({
  title,
  of,
  shown,
  isOpen = false,
}: {
  readonly title: string;
  readonly of: 'now' | 'later' | 'already' | 'rejected';
  readonly shown: CommandBatchPreview;
  readonly isOpen?: boolean;
}) {
  const w = devicesWords.read();
  const devices = shown.devices.filter(({ outcome }) => outcome === of);
  if (devices.length === 0) return null;
  return (
    <details className="devices-outcomes" open={isOpen}>
      <summary>{title}</summary>
      <ul>
        {devices.map(({ deviceId, name, detail }) => (
          <li key={deviceId}>
            {name ?? w.goneLaptop}
            {detail !== null && <span className="quiet"> {detail}</span>}
          </li>
        ))}
      </ul>
      {shown.counts[of] > devices.length && (
        <p className="quiet text-meta">{w.andMore(shown.counts[of] - devices.length)}</p>
      )}
    </details>
  );
}
