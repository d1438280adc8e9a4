import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { common } from '../app/words/common.ts';
import { Icon } from './icon.tsx';
import './page.css';

/** How long the button says that it copied (milliseconds). */
const SAID_MS = 2_000;

/** Copies also where the page came by plain HTTP, which has no clipboard of its own. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.className = 'visually-hidden';
  // Within a dialog, which takes the focus back from what is beside it.
  const parent = focused?.closest('[role="dialog"]') ?? document.body;
  parent.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

interface CopyButtonProps {
  readonly text: string;
  /** What it copies, for those who hear it: "Copy the command". */
  readonly label?: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const w = common.read();
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (result !== 'copied') return;
    const timer = setTimeout(() => setResult(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const start = async () => setResult((await copy(text)) ? 'copied' : 'failed');
  return (
    <span className="copy">
      <Button
        variant="default"
        leftSection={<Icon name={result === 'copied' ? 'check' : 'copy'} />}
        onClick={() => void start()}
      >
        {result === 'copied' ? w.copied : (label ?? w.copy)}
      </Button>
      <span role="status" className={result === 'failed' ? 'text-meta' : 'visually-hidden'}>
        {result === 'copied' ? w.copied : null}
        {result === 'failed' ? w.copyFailed : null}
      </span>
    </span>
  );
}

/** Text for a terminal or a form elsewhere, with its button. */
export function CopyBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="copy-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <CopyButton text={text} />
    </div>
  );
}
