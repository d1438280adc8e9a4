/** A message to people. */
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
  /** Stays the same when the message is sent again: a mailbox that got it before can tell. */
  readonly id: string;
}

/** Sends e-mail. */
export interface Mailer {
  /** Resolves when a server has taken the message for at least one of its recipients. @throws Error with the reason, without secrets */
  send(message: MailMessage): Promise<void>;
}
