import { useState } from 'react';
import type { CreatedEnrollmentToken } from '../../../sdk/node/index.ts';
import { useMay } from '../../app/client/session.ts';
import { Block } from '../../ui/block.tsx';
import { Page } from '../../ui/page.tsx';
import './enroll.css';
import { Arrived } from './parts/arrived.tsx';
import { MadeToken } from './parts/made-token.tsx';
import { RequestList } from './parts/request-list.tsx';
import { TokenForm } from './parts/token-form.tsx';
import { TokenList } from './parts/token-list.tsx';
import { enrollWords } from './words.ts';

/** Brings laptops in: a token, its command for each system, and who has come. */
export function EnrollPage() {
  const w = enrollWords.read();
  const may = useMay();
  const [opened] = useState(() => Date.now());
  const [made, setMade] = useState<CreatedEnrollmentToken | null>(null);
  return (
    <Page title={w.title} width="form">
      <RequestList />
      {may('createEnrollmentToken') ? (
        <Block title={made === null ? w.form.title : w.made.title}>
          {made === null ? (
            <TokenForm onMade={setMade} />
          ) : (
            <MadeToken made={made} onDone={() => setMade(null)} />
          )}
        </Block>
      ) : null}
      <Arrived opened={opened} />
      <TokenList />
    </Page>
  );
}
