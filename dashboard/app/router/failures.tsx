import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { frameWords } from '../frame/words.ts';

/** In place of a page that does not exist. */
export function NotFound() {
  const { notFound } = frameWords.read();
  return (
    <Page title={notFound.title} width="text">
      <p>{notFound.text}</p>
      <LinkButton to="/">{notFound.home}</LinkButton>
    </Page>
  );
}

/** In place of a page that failed. A part that is not there any more was replaced by an update of the server. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const { broken } = frameWords.read();
  const router = useRouter();
  const isOld = error instanceof Error && /dynamically imported module|preload CSS/i.test(error.message);
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page title={broken.title} width="text">
      <p>{isOld ? broken.newer : broken.text}</p>
      {isOld ? (
        <Button onClick={() => location.reload()}>{broken.reload}</Button>
      ) : (
        <Problem error={error} retry={again} />
      )}
    </Page>
  );
}
