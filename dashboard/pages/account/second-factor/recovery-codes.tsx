import { Button, Stack } from '@mantine/core';
import { common } from '../../../app/words/common.ts';
import { CopyBlock } from '../../../ui/copy-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { words } from './words.en.ts';

/** The recovery codes, one a line, which the server tells once. One leaves by saying that one has them. */
export function RecoveryCodes({
  words: w,
  codes,
  onDone,
}: {
  readonly words: typeof words;
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  const c = common.read();
  return (
    <Stack gap={12} align="flex-start">
      <Notice kind="warn" title={c.shownOnce}>
        {w.recoveryText}
      </Notice>
      <CopyBlock text={codes.join('\n')} label={w.recovery} />
      <Button onClick={onDone}>{c.iHaveCopied}</Button>
    </Stack>
  );
}
