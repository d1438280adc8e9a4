import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { common } from '../../../app/words/common.ts';
import { DialogButtons } from '../../../ui/dialog.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { webhooksWords } from '../words.ts';
import { type WebhookDraft, wrongHeader } from './webhook-draft.ts';

const EventChoice = lazy(async () => ({ default: (await import('./event-choice.tsx')).EventChoice }));

interface WebhookFormProps {
  readonly first: WebhookDraft;
  /** A webhook that is there keeps its kind. */
  readonly isNew: boolean;
  readonly error: unknown;
  readonly isSending: boolean;
  readonly onSend: (draft: WebhookDraft) => void;
  readonly onCancel: () => void;
}

/** Makes or edits a webhook. What was typed stays when the server refuses it. */
export function WebhookForm({ first, isNew, error, isSending, onSend, onCancel }: WebhookFormProps) {
  const w = webhooksWords.read();
  const [draft, setDraft] = useState(first);
  const [wrong, setWrong] = useState<{ readonly events?: string; readonly headers?: string }>({});
  const change = (changed: Partial<WebhookDraft>) => setDraft((before) => ({ ...before, ...changed }));
  const send = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(draft);
    setWrong(found);
    if (found.events === undefined && found.headers === undefined) onSend(draft);
  };
  const isChat = draft.kind !== 'standard';
  return (
    <form className="stack" onSubmit={send}>
      {isNew ? (
        <SelectField
          label={w.kind}
          data={Object.entries(w.kinds).map(([value, label]) => ({ value, label }))}
          value={draft.kind}
          onChange={(kind) => change({ kind: kind ?? 'standard' })}
        />
      ) : null}
      <TextInput
        label={w.address}
        description={isChat && !isNew ? w.urlKept : w.urlNote}
        type="url"
        value={draft.url}
        onChange={(event) => change({ url: event.currentTarget.value })}
        error={fieldProblem(error, '#/url')}
        required={isNew || !isChat}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        label={w.description}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={fieldProblem(error, '#/description')}
        maxLength={300}
      />
      <Suspense>
        <EventChoice
          all={draft.all}
          events={draft.events}
          onChange={change}
          error={wrong.events ?? fieldProblem(error, '#/events')}
        />
      </Suspense>
      {isChat ? (
        <p className="quiet text-meta">{w.unsigned}</p>
      ) : (
        <Signing draft={draft} onChange={change} error={wrong.headers ?? fieldProblem(error, '#/headers')} />
      )}
      <Problem error={error} />
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          {common.read().cancel}
        </Button>
        <Button type="submit" loading={isSending}>
          {isNew ? w.createAct : w.saveAct}
        </Button>
      </DialogButtons>
    </form>
  );
}

interface SigningProps {
  readonly draft: WebhookDraft;
  readonly onChange: (changed: Partial<WebhookDraft>) => void;
  readonly error: string | undefined;
}

function Signing({ draft, onChange, error }: SigningProps) {
  const w = webhooksWords.read();
  return (
    <>
      <SelectField
        label={w.signature}
        data={Object.entries(w.signatures).map(([value, label]) => ({ value, label }))}
        value={draft.signature}
        onChange={(signature) => onChange({ signature: signature ?? 'hmac' })}
      />
      <Textarea
        label={w.headers}
        description={w.headersNote}
        value={draft.headers}
        onChange={(event) => onChange({ headers: event.currentTarget.value })}
        error={error}
        rows={3}
        classNames={{ input: 'mono' }}
        spellCheck={false}
      />
    </>
  );
}

function faultsOf(draft: WebhookDraft): { readonly events?: string; readonly headers?: string } {
  const w = webhooksWords.read();
  const line = draft.kind === 'standard' ? wrongHeader(draft) : undefined;
  return {
    ...(draft.all || draft.events.length > 0 ? {} : { events: w.chooseEvents }),
    ...(line === undefined ? {} : { headers: w.headerWrong(line) }),
  };
}
