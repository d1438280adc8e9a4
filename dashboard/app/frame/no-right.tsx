import { Page } from '../../ui/page.tsx';
import { frameWords } from './words.ts';

/** In place of a page that the role does not open. */
export function NoRight({ role }: { readonly role: string }) {
  const { noRight, roles } = frameWords.read();
  return (
    <Page title={noRight.title} width="text">
      <p>{noRight.text(roles[role] ?? role)}</p>
    </Page>
  );
}
