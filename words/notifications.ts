import type { InEveryLanguage } from './language.ts';

/** What the desktop's notifications say beside the text of staff. */
export interface NotificationWords {
  readonly messageTitle: string;
  /** Why the computer restarts or turns off. */
  readonly bySchool: string;
}

export const NOTIFICATION_WORDS: InEveryLanguage<NotificationWords> = {
  en: { messageTitle: 'Message from your school', bySchool: 'By your school' },
  es: { messageTitle: 'Mensaje de su centro', bySchool: 'Por orden de su centro' },
};
