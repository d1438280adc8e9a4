/**
 * The message on a locked computer: a window over the whole screen, in a process of its own in the session of the user. It shows the
 * agent's lock page. It informs, the firewall locks: task switchers and virtual terminals get past any window.
 */
export interface LockWindow {
  /**
   * Keeps the window up from now on: started again within 2 s when it is ended, slower when it crashes at once, and as soon as somebody
   * signs in when there is no screen to draw on; it follows the user at the screen. May be repeated: a new message replaces the old one without a new window. Resolves after the first
   * attempt.
   */
  show(message: LockMessage): Promise<LockWindowState>;
  /** Takes it down, and keeps it down. May be repeated. */
  hide(): Promise<void>;
  state(): LockWindowState;
  /** What the lock page is to tell; null = hidden. */
  message(): LockMessage | null;
}

export type LockWindowState =
  | { readonly state: 'hidden' }
  /** `program`: what draws it. */
  | { readonly state: 'shown'; readonly program: string }
  /** Not on the screen now, though wanted: the reason in words. Attempts go on. */
  | { readonly state: 'unavailable'; readonly reason: string };

/** What the lock page tells. All text is plain and comes from staff. */
export interface LockMessage {
  /** The school's name; null = not known. */
  readonly organisation: string | null;
  /** What staff wrote; may hold several lines. */
  readonly text: string | null;
  /** Whom to call, e.g. "School office: 555 0100". */
  readonly help: string | null;
  /** End of the lock, epoch milliseconds; null = until unlocked. */
  readonly until: number | null;
  /** Whether a PIN can unlock it here. */
  readonly pin: boolean;
}

/** Finds a way to draw on the user's screen. */
export interface LockWindowLauncher {
  /**
   * Never rejects. What it finds holds for this moment only: ask again before each start.
   * @param crashes how often in a row what it found could not run here; another way is looked for then
   * @param message for a window that does not show the page; null = not known
   */
  find(crashes: number, message: LockMessage | null): Promise<LockWindowLaunch>;
}

export type LockWindowLaunch =
  | {
      readonly found: true;
      readonly program: string;
      readonly cmd: readonly string[];
      /** Whose screen, and what is on it: at another value the window is started anew. */
      readonly screen: string;
    }
  | { readonly found: false; readonly reason: string };
