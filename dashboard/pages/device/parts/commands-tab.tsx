import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Command, Device } from '../../../../sdk/node/index.ts';
import { useMay, useSession } from '../../../app/client/session.ts';
import { Block } from '../../../ui/block.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { MoreRows } from '../../../ui/more-rows.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { CommandState } from '../../../ui/status.tsx';
import { askCommands, askNames, isOpen } from '../queries.ts';
import { deviceWords } from '../words.ts';
import { CommandAnswer } from './command-answer.tsx';
import { commandName } from './command-name.ts';
import { useWithdraw } from './use-send.ts';

/** Everything that was asked of the laptop, and what came of it. */
export function CommandsTab({ device }: { readonly device: Device }) {
  const w = deviceWords.read().commands;
  const commands = useInfiniteQuery(askCommands(device.id));
  const [shown, setShown] = useState<Command | null>(null);
  return (
    <Block title={w.title}>
      <Loaded query={commands}>
        {({ pages }) => (
          <DataTable
            label={w.title}
            columns={[
              { key: 'what', head: w.what, cell: (row) => <What command={row} /> },
              { key: 'state', head: w.state, cell: ({ status }) => <CommandState status={status} /> },
              { key: 'asked', head: w.asked, cell: (row) => <AskedBy command={row} /> },
              {
                key: 'outcome',
                head: w.outcome,
                cell: (row) => <Outcome command={row} name={device.name} />,
              },
              { key: 'do', head: w.doing, cell: (row) => <Doings command={row} onShow={setShown} /> },
            ]}
            rows={pages.flatMap(({ data }) => data)}
            rowKey={({ id }) => id}
            empty={<Empty title={w.none} />}
          />
        )}
      </Loaded>
      <MoreRows query={commands} />
      <CommandAnswer command={shown} onClose={() => setShown(null)} />
    </Block>
  );
}

interface OfCommand {
  readonly command: Command;
}

function What({ command }: OfCommand) {
  const { text, url, message } = command.params;
  const told = [text, url, message].find((one) => typeof one === 'string');
  return (
    <div className="device-visit">
      <span>{commandName(command.type)}</span>
      {typeof told === 'string' ? <span className="text-meta quiet">{told}</span> : null}
    </div>
  );
}

function AskedBy({ command }: OfCommand) {
  const w = deviceWords.read().commands;
  const { account } = useSession();
  const by = command.requestedBy;
  const may = useMay();
  const names = useQuery(askNames({ accounts: may('listAccounts'), keys: may('listApiKeys') }));
  return (
    <div className="device-visit">
      <Moment at={command.createdAt} show="full" />
      <span className="text-meta quiet">{by === account.id ? w.byYou : byWhom(by, names.data ?? {})}</span>
    </div>
  );
}

function byWhom(by: string | null, names: Readonly<Record<string, string>>): string {
  const w = deviceWords.read().commands;
  if (by === null) return w.bySystem;
  const name = names[by];
  if (name !== undefined) return w.by(name);
  if (by.startsWith('key_')) return w.byKey;
  return by.startsWith('acc_') ? w.byPerson : by;
}

function Outcome({ command, name }: OfCommand & { readonly name: string }) {
  const w = deviceWords.read().commands;
  if (isOpen(command))
    return (
      <span className="text-meta">
        {w.until} <Moment at={command.expiresAt} show="full" />
      </span>
    );
  if (command.status === 'failed') return <span>{command.error?.detail ?? w.noReason(name)}</span>;
  if (command.completedAt === null) return <span className="quiet">–</span>;
  return <Moment at={command.completedAt} show="full" />;
}

function Doings({ command, onShow }: OfCommand & { readonly onShow: (command: Command) => void }) {
  const w = deviceWords.read();
  const may = useMay();
  const withdraw = useWithdraw();
  const hasAnswer = command.result !== null && Object.keys(command.result).length > 0;
  return (
    <div className="device-doings">
      {command.status === 'queued' && may('cancelCommand') ? (
        <Button
          variant="default"
          size="compact-sm"
          loading={withdraw.isPending}
          aria-label={w.commands.withdraw(commandName(command.type))}
          onClick={() => withdraw.mutate(command.id)}
        >
          {w.progress.withdraw}
        </Button>
      ) : null}
      {hasAnswer ? (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={w.commands.showAnswer(commandName(command.type))}
          onClick={() => onShow(command)}
        >
          {w.commands.answer}
        </Button>
      ) : null}
      <Problem error={withdraw.error} />
    </div>
  );
}
