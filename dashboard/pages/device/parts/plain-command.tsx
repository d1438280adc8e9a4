import type { Command, Device } from '../../../../sdk/node/index.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { deviceWords } from '../words.ts';
import { commandName } from './command-name.ts';
import type { PlainCommand } from './doings.ts';
import { useSend } from './use-send.ts';

interface PlainCommandProps {
  readonly type: PlainCommand;
  readonly device: Device;
  readonly onClose: () => void;
  readonly onAsked: (command: Command) => void;
}

/** Says what a command does to the laptop, and to whom, before it is sent. */
export function PlainCommandConfirm({ type, device, onClose, onAsked }: PlainCommandProps) {
  const w = deviceWords.read();
  const send = useSend(device.id);
  const run = async (): Promise<void> => onAsked(await send.mutateAsync({ type }));
  return (
    <Confirm
      opened={true}
      onClose={onClose}
      title={w.ask.title(commandName(type), device.name)}
      text={
        <>
          <p>{w.ask.text[type](device.name)}</p>
          {device.status === 'online' ? null : <p>{w.ask.offline(device.name)}</p>}
        </>
      }
      act={w.ask.act[type]}
      run={run}
    />
  );
}
