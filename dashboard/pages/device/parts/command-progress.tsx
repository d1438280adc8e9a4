import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Command, Device } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { clockTime, dayAndTime } from '../../../app/time/tell.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Pill } from '../../../ui/status.tsx';
import { askCommand, isOpen } from '../queries.ts';
import { deviceWords } from '../words.ts';
import { commandName } from './command-name.ts';
import { useWithdraw } from './use-send.ts';

interface Asked {
  readonly command: Command;
  readonly device: Pick<Device, 'name' | 'status'>;
  /** Says what was asked for; a card that is about nothing else leaves it out. */
  readonly named?: boolean;
}

/** What was requested and, beside it, what the laptop said: dashed until then. */
export function CommandProgress({ command: first, device, named = true }: Asked) {
  const w = deviceWords.read();
  const may = useMay();
  const withdraw = useWithdraw();
  const command = useQuery({ ...askCommand(first.id), initialData: first, staleTime: 0 }).data;
  return (
    <div className="device-progress" role="status" aria-live="polite">
      <div className="device-progress-steps">
        {named ? <span className="device-progress-name">{commandName(command.type)}</span> : null}
        <Pill tone="wait" dashed={isOpen(command)} icon="clock">
          {w.progress.requested(clockTime(command.createdAt, { seconds: true }))}
        </Pill>
        <Icon name="chevron-right" size={14} />
        <Ending command={command} />
        {command.status === 'queued' && may('cancelCommand') ? (
          <Button
            variant="default"
            size="compact-sm"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate(command.id)}
          >
            {w.progress.withdraw}
          </Button>
        ) : null}
      </div>
      <p className="text-meta quiet device-progress-text">{progressText(command, device)}</p>
      <Problem error={withdraw.error} />
    </div>
  );
}

function Ending({ command }: Pick<Asked, 'command'>) {
  const w = deviceWords.read().progress;
  const at = clockTime(command.completedAt ?? command.createdAt, { seconds: true });
  switch (command.status) {
    case 'succeeded':
      return (
        <Pill tone="good" icon="check">
          {w.confirmed(at)}
        </Pill>
      );
    case 'failed':
      return (
        <Pill tone="bad" icon="x">
          {w.failed(at)}
        </Pill>
      );
    case 'expired':
      return <Pill tone="quiet">{w.expired(at)}</Pill>;
    case 'cancelled':
      return <Pill tone="quiet">{w.withdrawn(at)}</Pill>;
    case 'superseded':
      return <Pill tone="quiet">{w.replaced(at)}</Pill>;
    case 'acknowledged':
      return (
        <Pill tone="wait" dashed>
          {w.received}
        </Pill>
      );
    default:
      return (
        <Pill tone="wait" dashed>
          {command.status === 'sent' ? w.sent : w.waiting}
        </Pill>
      );
  }
}

function progressText(command: Command, { name, status }: Asked['device']): string {
  const w = deviceWords.read().progress;
  if (command.status === 'succeeded') {
    const did: Readonly<Record<string, (name: string) => string>> = w.did;
    return (did[command.type] ?? w.didIt)(name);
  }
  if (command.status === 'failed') return w.couldNot(name, command.error?.detail ?? '');
  if (command.status === 'expired') return w.tooLate(name);
  if (command.status === 'cancelled') return w.takenBack(name);
  if (command.status === 'superseded') return w.another;
  const until = dayAndTime(command.expiresAt);
  if (status === 'online') return w.noAnswer(name, until);
  return w.whenBack(command.type, until);
}
