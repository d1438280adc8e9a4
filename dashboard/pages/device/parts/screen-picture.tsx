import { LOCK_PAGE_WORDS } from '../../../../words/lock-page.ts';
import { facts } from '../../../app/client/facts.ts';
import { clockTime, duration } from '../../../app/time/tell.ts';
import { language } from '../../../app/words/language.ts';
import { Icon } from '../../../ui/icon.tsx';
import { deviceWords } from '../words.ts';

interface Screen {
  readonly message: string;
  /** Null = until somebody unlocks it. */
  readonly minutes: number | null;
  readonly hasPin: boolean;
}

/** What the laptop will show, in the words of its own page. A laptop in another language shows the same in that one. */
export function ScreenPicture({ message, minutes, hasPin }: Screen) {
  const w = deviceWords.read();
  const words = LOCK_PAGE_WORDS[language()];
  return (
    <figure className="device-screen-figure">
      <figcaption className="text-label">{w.lock.picture}</figcaption>
      <div className="device-screen">
        <Icon name="lock" size={32} />
        <p className="device-screen-title">
          {facts.school === null ? words.locked : words.lockedBy(facts.school)}
        </p>
        {message.trim() === '' ? null : <p className="device-screen-text">{message}</p>}
        {minutes === null ? null : (
          <p className="device-screen-until">
            {words.untilWithRest
              .replace('{end}', clockTime(new Date(Date.now() + minutes * 60_000).toISOString()))
              .replace('{left}', duration(minutes * 60))}
          </p>
        )}
        {hasPin ? (
          <p className="device-screen-pin">
            <span className="device-screen-label">{words.pinLabel}</span>
            <span className="device-screen-field">••••••</span>
            <span className="device-screen-button">{words.unlock}</span>
          </p>
        ) : null}
      </div>
    </figure>
  );
}
