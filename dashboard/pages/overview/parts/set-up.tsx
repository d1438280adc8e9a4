import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { Block } from '../../../ui/block.tsx';
import { CopyBlock } from '../../../ui/copy-text.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { overviewWords } from '../words.ts';
import { PlaceLink } from './place-link.tsx';

const DAY_MS = 86_400_000;

/** What a school without a laptop sees: the three steps to its first. */
export function SetUp() {
  const w = overviewWords.read();
  const may = useMay();
  if (!may('createEnrollmentToken'))
    return (
      <Block label={w.emptyHeading}>
        <p>{w.askSomebody}</p>
      </Block>
    );
  return (
    <Block label={w.emptyHeading}>
      <p className="quiet">{w.emptyText}</p>
      <ol className="overview-steps">
        {may('updateOrganization') ? (
          <li>
            <h2>{w.stepSettings}</h2>
            <p className="quiet">{w.stepSettingsText}</p>
            <PlaceLink place={{ to: '/setup/{-$step}', params: { step: undefined } }}>
              {w.stepSettingsAct}
            </PlaceLink>
          </li>
        ) : null}
        <li>
          <h2>{w.stepEnroll}</h2>
          <p className="quiet">{w.stepEnrollText}</p>
          <FirstCommand />
        </li>
        <li>
          <h2>{w.stepMore}</h2>
          <p className="quiet">{w.stepMoreText}</p>
          <PlaceLink place={{ to: '/devices/enroll' }}>{w.stepMoreAct}</PlaceLink>
        </li>
      </ol>
    </Block>
  );
}

/** Makes a token for one laptop, and shows what to run there. */
function FirstCommand() {
  const w = overviewWords.read();
  const token = useMutation({
    mutationFn: () =>
      school.enrollmentTokens.create({
        name: w.tokenName,
        maxUses: 1,
        expiresAt: new Date(Date.now() + DAY_MS),
      }),
  });
  if (token.data !== undefined)
    return (
      <div className="stack">
        <CopyBlock text={token.data.command} label={w.command} />
        <p className="quiet text-meta">{w.commandWaits}</p>
      </div>
    );
  return (
    <div className="stack">
      <Problem error={token.error} />
      <div>
        <Button loading={token.isPending} onClick={() => token.mutate()}>
          {w.stepEnrollAct}
        </Button>
      </div>
    </div>
  );
}
