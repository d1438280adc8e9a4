import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, CreatedApiKey } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { dayAndTime } from '../../../app/time/tell.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { SecretOnce } from '../../../ui/secret-once.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { keysWords } from '../words.ts';
import { overlapEnd } from './key-health.ts';

interface RotateDialogProps {
  readonly of: ApiKey;
  readonly onClose: () => void;
}

/** Seconds for which both secrets work, as texts of the choice. */
const GRACES = ['3600', '86400', '259200', '604800', '0'] as const;

/** A new secret beside the old one: both work for a while, so that programs change over without a gap. */
export function RotateDialog({ of, onClose }: RotateDialogProps) {
  const w = keysWords.read();
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  const both = made === null ? null : overlapEnd(made);
  return (
    <Dialog opened={true} onClose={onClose} title={w.rotate.title(of.name)}>
      {made === null ? (
        <GraceForm of={of} onClose={onClose} onMade={setMade} />
      ) : (
        <Stack gap={16}>
          <Notice kind="good">
            {both === null ? w.rotate.onlyNew : w.rotate.bothUntil(dayAndTime(both))}
          </Notice>
          <SecretOnce label={w.secret} value={made.secret} onDone={onClose} />
        </Stack>
      )}
    </Dialog>
  );
}

function GraceForm({
  of,
  onClose,
  onMade,
}: RotateDialogProps & { readonly onMade: (key: CreatedApiKey) => void }) {
  const w = keysWords.read().rotate;
  const client = useQueryClient();
  const until = overlapEnd(of);
  const [grace, setGrace] = useState<string>(until === null ? '86400' : '0');
  const rotate = useMutation({
    mutationFn: () => school.keys.rotate(of.id, { graceSeconds: Number(grace) }),
    onSuccess: async (key) => {
      onMade(key);
      await client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const graces = until === null ? GRACES : (['0'] as const);
  return (
    <Stack gap={16}>
      <p>{w.text}</p>
      {until === null ? null : <Notice kind="warn">{w.busy(dayAndTime(until))}</Notice>}
      <SelectField
        label={w.grace}
        data={graces.map((value) => ({ value, label: w.graces[value] }))}
        value={grace}
        onChange={(value) => setGrace(value ?? '86400')}
      />
      <Problem error={rotate.error} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {common.read().cancel}
        </Button>
        <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
          {w.act}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
