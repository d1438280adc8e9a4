import type { ReactNode } from 'react';
import { settingsWords } from '../words.ts';

interface SettingProps {
  /** Where the value comes from. */
  readonly source: string;
  readonly label: string;
  readonly onTakeBack: () => void;
  readonly children: ReactNode;
}

/** A setting with where its value comes from, and the way back to the configuration file. */
export function Setting({ source, label, onTakeBack, children }: SettingProps): ReactNode {
  const w = settingsWords.read();
  return (
    <div className="settings-one">
      {children}
      <p className="settings-source text-meta quiet">
        {w.sources[source] ?? source}
        {source === 'here' && (
          <button
            type="button"
            className="settings-back"
            aria-label={w.takeBackWhat(label)}
            onClick={onTakeBack}
          >
            {w.takeBack}
          </button>
        )}
      </p>
    </div>
  );
}
