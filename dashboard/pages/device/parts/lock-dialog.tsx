import { useState } from 'react';
import type { Command, Device, LockParams } from '../../../../sdk/node/index.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { deviceWords } from '../words.ts';
import { LockAsked } from './lock-asked.tsx';
import { LockForm } from './lock-form.tsx';

interface LockDialogProps {
  readonly device: Device;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for a lock; then it shows what the laptop answers. The PIN is shown once: the server keeps only its hash. */
export function LockDialog({ device, opened, onClose }: LockDialogProps) {
  const w = deviceWords.read();
  const [asked, setAsked] = useState<{ readonly command: Command; readonly pin: string | null } | null>(null);
  const close = (): void => {
    setAsked(null);
    onClose();
  };
  const took = (command: Command, { pin }: LockParams): void => setAsked({ command, pin: pin ?? null });
  return (
    <Dialog opened={opened} onClose={close} title={w.lock.title(device.name)} size="wide">
      {asked === null ? (
        <LockForm device={device} onAsked={took} onCancel={close} />
      ) : (
        <LockAsked device={device} {...asked} onClose={close} />
      )}
    </Dialog>
  );
}
