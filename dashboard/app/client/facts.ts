/** What the server wrote into the document, so that the first page asks nothing. */
interface Facts {
  readonly signedIn: boolean;
  /** Whether the school's own sign-in is set up. */
  readonly singleSignOn: boolean;
  /** Why a sign-in was refused: `link`, or a reason of the sign-in at the provider; null = none was. */
  readonly refused: string | null;
  /** How the server's program is called: `npx schoolgate`. */
  readonly command: string;
  /** The school's IANA time zone, such as `Europe/Madrid`. */
  readonly timeZone: string;
  /** The school's name; null before sign-in. */
  readonly school: string | null;
}

export const facts: Facts = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="schoolgate-facts"]')?.content ?? '{}',
) as Facts;
