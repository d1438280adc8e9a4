import { useMutation, useQueryClient } from '@tanstack/react-query';
import { school } from '../../../app/client/school.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SecretOnce } from '../../../ui/secret-once.tsx';
import { webhooksWords } from '../words.ts';
import { inputOf, NEW_WEBHOOK, type WebhookDraft } from './webhook-draft.ts';
import { WebhookForm } from './webhook-form.tsx';

interface CreateWebhookProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Once the person has the secret. */
  readonly onMade: (id: string) => void;
}

/** Makes a webhook, and shows its secret this once. */
export function CreateWebhook({ opened, onClose, onMade }: CreateWebhookProps) {
  const w = webhooksWords.read();
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: (draft: WebhookDraft) =>
      school.webhooks.create({ ...inputOf(draft), kind: draft.kind, url: draft.url.trim() }),
    onSuccess: async ({ id, secret }) => {
      await client.invalidateQueries({ queryKey: ['webhooks'] });
      if (secret === null) onMade(id);
    },
  });
  const made = making.data;
  const close = () => {
    if (made === undefined) onClose();
    else onMade(made.id);
    making.reset();
  };
  const secret = made?.secret ?? null;
  return (
    <Dialog opened={opened} onClose={close} title={secret === null ? w.newTitle : w.madeTitle}>
      {secret === null ? (
        <WebhookForm
          first={NEW_WEBHOOK}
          isNew
          error={making.error}
          isSending={making.isPending}
          onSend={(draft) => making.mutate(draft)}
          onCancel={close}
        />
      ) : (
        <div className="stack">
          <p>{w.madeText}</p>
          <SecretOnce label={w.secret} value={secret} onDone={close} />
        </div>
      )}
    </Dialog>
  );
}
