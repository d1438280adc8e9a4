import { Button, Stack } from '@mantine/core';
import type { Command, Device } from '../../../../sdk/node/index.ts';
import { common } from '../../../app/words/common.ts';
import { DialogButtons } from '../../../ui/dialog.tsx';
import { SecretOnce } from '../../../ui/secret-once.tsx';
import { deviceWords } from '../words.ts';
import { CommandProgress } from './command-progress.tsx';

interface LockAskedProps {
  readonly command: Command;
  readonly device: Device;
  readonly pin: string | null;
  readonly onClose: () => void;
}

/** After the lock was asked for: what the laptop says, live, and the PIN this once. */
export function LockAsked({ command, device, pin, onClose }: LockAskedProps) {
  const w = deviceWords.read();
  return (
    <Stack gap={16}>
      <CommandProgress command={command} device={device} named={false} />
      {pin === null ? (
        <DialogButtons>
          <Button onClick={onClose}>{common.read().close}</Button>
        </DialogButtons>
      ) : (
        <SecretOnce label={w.lock.pin} value={pin} onDone={onClose} />
      )}
    </Stack>
  );
}
