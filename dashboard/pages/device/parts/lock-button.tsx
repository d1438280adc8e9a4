import { Button } from '@mantine/core';
import type { Device } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { deviceWords } from '../words.ts';
import { useSend } from './use-send.ts';

interface LockButtonProps {
  readonly device: Device;
  readonly onLock: () => void;
}

/** The one thing that is done most: lock, or unlock what is locked or about to be. */
export function LockButton({ device, onLock }: LockButtonProps) {
  const w = deviceWords.read().lock;
  const may = useMay();
  const unlock = useSend(device.id);
  const isWanted = device.lock.state === 'locked' || device.lock.state === 'locking';
  if (!isWanted)
    return may('lockDevice') ? (
      <Button leftSection={<Icon name="lock" />} onClick={onLock}>
        {w.open}
      </Button>
    ) : null;
  if (!may('sendCommand')) return null;
  return (
    <>
      <Button
        leftSection={<Icon name="lock-open" />}
        loading={unlock.isPending}
        onClick={() => unlock.mutate({ type: 'unlock' })}
      >
        {w.unlock}
      </Button>
      <Problem error={unlock.error} />
    </>
  );
}
