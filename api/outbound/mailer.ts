/** An e-mail message. */
export interface MailMessage {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: string;
  }[];
  /** The same when the message is sent again, so that a mailbox can recognise a repeat. */
  readonly id: string;
}

/** How the school gets e-mail at this moment. */
export interface SchoolMail {
  readonly mailer: Mailer;
  readonly recipients: readonly string[];
}

/** Tells how the school gets e-mail at this moment; null = it gets none. */
export type CurrentMail = () => Promise<SchoolMail | null>;

/** Sends e-mail. */
export interface Mailer {
  /** Resolves when a server has accepted the message for at least one of its recipients. @throws Error with the reason, without secrets */
  send(message: MailMessage): Promise<void>;
}
