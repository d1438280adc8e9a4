import { Button, Radio, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Command, Device } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { common } from '../../../app/words/common.ts';
import { CopyBlock } from '../../../ui/copy-text.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { deviceWords } from '../words.ts';
import { useSend } from './use-send.ts';

interface RemoveDialogProps {
  readonly device: Device;
  readonly onClose: () => void;
  readonly onAsked: (command: Command) => void;
}

type Way = 'unenroll' | 'code' | 'delete';

/** Three ways to take Schoolgate off a laptop: tell it so, give somebody at it the code, or only cut it off. */
export function RemoveDialog({ device, onClose, onAsked }: RemoveDialogProps) {
  const w = deviceWords.read().remove;
  const may = useMay();
  const ways = (
    [
      { way: 'unenroll', operation: 'sendCommand' },
      { way: 'code', operation: 'getRemovalCode' },
      { way: 'delete', operation: 'deleteDevice' },
    ] as const
  ).filter(({ operation }) => may(operation));
  const [way, setWay] = useState<Way>(ways[0]?.way ?? 'unenroll');
  return (
    <Dialog opened={true} onClose={onClose} title={w.title(device.name)}>
      <Stack gap={16}>
        <Radio.Group label={w.how} value={way} onChange={(value) => setWay(value as Way)}>
          <Stack gap={12} mt={8}>
            {ways.map((one) => (
              <Radio
                key={one.way}
                value={one.way}
                label={w.ways[one.way]}
                description={w.waysHint[one.way](device.name)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {way === 'unenroll' ? <Unenroll {...{ device, onClose, onAsked }} /> : null}
        {way === 'code' ? <Code device={device} onClose={onClose} /> : null}
        {way === 'delete' ? <CutOff device={device} onClose={onClose} /> : null}
      </Stack>
    </Dialog>
  );
}

function Unenroll({ device, onClose, onAsked }: RemoveDialogProps) {
  const w = deviceWords.read();
  const send = useSend(device.id);
  const run = (): void =>
    send.mutate(
      { type: 'unenroll' },
      {
        onSuccess: (command) => {
          onAsked(command);
          onClose();
        },
      },
    );
  return (
    <>
      {device.status === 'online' ? null : <Notice kind="wait">{w.ask.offline(device.name)}</Notice>}
      <Problem error={send.error} />
      <Buttons act={w.remove.actUnenroll} onClose={onClose} isPending={send.isPending} run={run} />
    </>
  );
}

function CutOff({ device, onClose }: Pick<RemoveDialogProps, 'device' | 'onClose'>) {
  const w = deviceWords.read().remove;
  const client = useQueryClient();
  const cut = useMutation({
    mutationFn: () => school.devices.delete(device.id),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['devices'] });
    },
  });
  return (
    <>
      <Notice kind="warn">{w.goesOn(device.name)}</Notice>
      <Problem error={cut.error} />
      <Buttons act={w.actDelete} onClose={onClose} isPending={cut.isPending} run={() => cut.mutate()} />
    </>
  );
}

/** The code is asked for only when somebody wants to see it: looking at it is recorded. */
function Code({ device, onClose }: Pick<RemoveDialogProps, 'device' | 'onClose'>) {
  const w = deviceWords.read().remove;
  const look = useMutation({ mutationFn: () => school.devices.removalCode(device.id) });
  return (
    <>
      {look.data === undefined ? null : <CopyBlock label={w.code} text={look.data.code} />}
      <Problem error={look.error} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {common.read().close}
        </Button>
        {look.data === undefined ? (
          <Button loading={look.isPending} onClick={() => look.mutate()}>
            {w.actCode}
          </Button>
        ) : null}
      </DialogButtons>
    </>
  );
}

interface ButtonsProps {
  readonly act: string;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly run: () => void;
}

function Buttons({ act, isPending, onClose, run }: ButtonsProps) {
  return (
    <DialogButtons>
      <Button variant="default" onClick={onClose}>
        {common.read().cancel}
      </Button>
      <Button color="bad" loading={isPending} onClick={run}>
        {act}
      </Button>
    </DialogButtons>
  );
}
