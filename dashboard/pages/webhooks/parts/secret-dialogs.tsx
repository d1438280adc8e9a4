import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { CopyBlock } from '../../../ui/copy-text.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { SecretOnce } from '../../../ui/secret-once.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { webhooksWords } from '../words.ts';

interface SecretDialogProps {
  readonly webhook: Webhook;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const DAY_S = '86400';

/** Makes a new secret, and shows it. */
export function RotateDialog({ webhook, opened, onClose }: SecretDialogProps) {
  const w = webhooksWords.read();
  const [grace, setGrace] = useState(DAY_S);
  const rotating = useMutation({
    mutationFn: () => school.webhooks.rotateSecret(webhook.id, { graceSeconds: Number(grace) }),
    // The secret leaves the memory with the dialog.
    gcTime: 0,
  });
  const close = () => {
    rotating.reset();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={rotating.data === undefined ? w.rotate : w.secretTitle}>
      {rotating.data === undefined ? (
        <div className="stack">
          <p>{w.rotateText}</p>
          <SelectField
            label={w.grace}
            data={Object.entries(w.graces).map(([value, label]) => ({ value, label }))}
            value={grace}
            onChange={(chosen) => setGrace(chosen ?? DAY_S)}
          />
          <Problem error={rotating.error} />
          <DialogButtons>
            <Button variant="default" onClick={close}>
              {common.read().cancel}
            </Button>
            <Button loading={rotating.isPending} onClick={() => rotating.mutate()}>
              {w.rotate}
            </Button>
          </DialogButtons>
        </div>
      ) : (
        <SecretOnce label={w.secret} value={rotating.data.secret} onDone={close} />
      )}
    </Dialog>
  );
}

/** Shows the present secret to who has lost it; the audit log names them. */
export function ReadSecretDialog({ webhook, opened, onClose }: SecretDialogProps) {
  const w = webhooksWords.read();
  const reading = useMutation({ mutationFn: () => school.webhooks.secret(webhook.id), gcTime: 0 });
  const close = () => {
    reading.reset();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={w.secretTitle} size="small">
      <div className="stack">
        <p>{w.readSecretText}</p>
        {reading.data === undefined ? null : <CopyBlock text={reading.data.secret} label={w.secret} />}
        <Problem error={reading.error} />
        <DialogButtons>
          <Button variant="default" onClick={close}>
            {reading.data === undefined ? common.read().cancel : common.read().close}
          </Button>
          {reading.data === undefined ? (
            <Button loading={reading.isPending} onClick={() => reading.mutate()}>
              {w.readSecret}
            </Button>
          ) : null}
        </DialogButtons>
      </div>
    </Dialog>
  );
}
