import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toasts.ts';
import { webhooksWords } from '../words.ts';
import { draftOf, inputOf, type WebhookDraft } from './webhook-draft.ts';
import { WebhookForm } from './webhook-form.tsx';

interface EditWebhookProps {
  /** As it was when the dialog opened: whoever saved in between is not overwritten. */
  readonly webhook: Webhook;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function EditWebhook({ webhook, opened, onClose }: EditWebhookProps) {
  const w = webhooksWords.read();
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (draft: WebhookDraft) =>
      school.webhooks.update(webhook.id, inputOf(draft), { ifMatch: webhook }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['webhooks'] });
      toast({ text: w.saved });
      onClose();
    },
  });
  const close = () => {
    saving.reset();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={w.editTitle}>
      <WebhookForm
        first={draftOf(webhook)}
        isNew={false}
        error={saving.error}
        isSending={saving.isPending}
        onSend={(draft) => saving.mutate(draft)}
        onCancel={close}
      />
    </Dialog>
  );
}
