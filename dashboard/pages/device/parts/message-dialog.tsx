import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Command, CommandRequest, Device } from '../../../../sdk/node/index.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { deviceWords } from '../words.ts';
import { useSend } from './use-send.ts';

interface DialogProps {
  readonly device: Device;
  readonly onClose: () => void;
  readonly onAsked: (command: Command) => void;
}

const MAX_TEXT = 2_000;
const MAX_URL = 2_048;
const WEB = /^https?:\/\/\S+$/i;

/** A message stands on the student's screen until it is closed. */
export function MessageDialog({ device, onClose, onAsked }: DialogProps) {
  const w = deviceWords.read().message;
  const [text, setText] = useState('');
  const request: CommandRequest | null =
    text.trim() === '' ? null : { type: 'message', params: { text: text.trim() } };
  return (
    <CommandForm
      device={device}
      title={w.title(device.name)}
      act={w.act}
      request={request}
      {...{ onClose, onAsked }}
    >
      {(error) => (
        <Textarea
          label={w.text}
          required={true}
          rows={4}
          maxLength={MAX_TEXT}
          value={text}
          error={fieldProblem(error, '#/params/text')}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
    </CommandForm>
  );
}

/** Opens an address in the student's browser. The policies of the laptop hold for it as for any other. */
export function OpenUrlDialog({ device, onClose, onAsked }: DialogProps) {
  const w = deviceWords.read().openUrl;
  const [typed, setTyped] = useState('');
  const url =
    typed.trim() === '' || /^[a-z]+:/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;
  const isWrong = typed.trim() !== '' && !WEB.test(url);
  const request: CommandRequest | null = WEB.test(url) ? { type: 'open_url', params: { url } } : null;
  return (
    <CommandForm
      device={device}
      title={w.title(device.name)}
      act={w.act}
      request={request}
      {...{ onClose, onAsked }}
    >
      {(error) => (
        <TextInput
          label={w.address}
          description={w.hint}
          placeholder="https://"
          required={true}
          inputMode="url"
          maxLength={MAX_URL}
          value={typed}
          error={isWrong ? w.wrong : fieldProblem(error, '#/params/url')}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    </CommandForm>
  );
}

interface CommandFormProps extends DialogProps {
  readonly title: string;
  readonly act: string;
  /** Null = what was typed cannot be sent. */
  readonly request: CommandRequest | null;
  readonly children: (error: unknown) => ReactNode;
}

function CommandForm({ device, title, act, request, onClose, onAsked, children }: CommandFormProps) {
  const w = deviceWords.read();
  const send = useSend(device.id);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (request === null) return;
    send.mutate(request, {
      onSuccess: (command) => {
        onAsked(command);
        onClose();
      },
    });
  };
  return (
    <Dialog opened={true} onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack gap={16}>
          {device.status === 'online' ? null : <Notice kind="wait">{w.ask.offline(device.name)}</Notice>}
          {children(send.error)}
          <Problem error={send.error} />
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {common.read().cancel}
            </Button>
            <Button type="submit" loading={send.isPending} disabled={request === null}>
              {act}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
