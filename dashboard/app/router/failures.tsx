import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';
import { frameWords } from '../frame/words.ts';
import { common } from '../words/common.ts';

// They come with the entry, so they are made of what is there: no part of `ui/` that brings more.

/** In place of a page that does not exist. */
export function NotFound() {
  const { notFound } = frameWords.read();
  return (
    <main className="failure">
      <Page title={notFound.title} width="text">
        <p>{notFound.text}</p>
        <Link to="/">{notFound.home}</Link>
      </Page>
    </main>
  );
}

/** In place of a page that failed. A part that is not there any more was replaced by an update of the server. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const { broken } = frameWords.read();
  const router = useRouter();
  const text = error instanceof Error ? error.message : String(error);
  const isOld = /dynamically imported module|preload CSS/i.test(text);
  const again = () => {
    if (isOld) location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <Page title={broken.title} width="text">
      <p role="alert">{isOld ? broken.newer : `${broken.text} ${text}`}</p>
      <button type="button" className="plain-button" onClick={again}>
        {isOld ? broken.reload : common.read().tryAgain}
      </button>
    </Page>
  );
}
