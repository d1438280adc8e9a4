import { ApiError } from '../../../../sdk/node/index.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Page } from '../../../ui/page.tsx';
import { deviceWords } from '../words.ts';

/** Why a laptop cannot be shown at all; null = for a while only, so it is worth to try again. */
export function whyGone(error: unknown): 'gone' | 'refused' | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 404 || error.status === 400) return 'gone';
  return error.status === 403 ? 'refused' : null;
}

interface GoneProps {
  readonly why: 'gone' | 'refused';
  /** As it was called; undefined = it was never seen here. */
  readonly name: string | undefined;
}

/** In place of a laptop that is not enrolled any more, or that is not for this person. */
export function Gone({ why, name }: GoneProps) {
  const w = deviceWords.read().gone;
  return (
    <Page title={why === 'gone' ? w.title(name) : w.refusedTitle} width="text">
      <p>{why === 'gone' ? w.text : w.refusedText}</p>
      <div>
        <LinkButton to="/devices" search={{}}>
          {w.toAll}
        </LinkButton>
      </div>
    </Page>
  );
}
