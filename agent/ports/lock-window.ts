/**
 * The message on a locked computer: a window over the whole screen, in a process of its own in the session of the user. It shows the agent's lock
 * page. The window only informs. The firewall is the lock, because task switchers and virtual terminals get past any window.
 */
export interface LockWindow {
  /**
   * Keeps the window on the screen from now on. It is started again within 2 s when it ends, later when it crashes at once, and as soon as somebody
   * signs in when there was no screen. It follows the user at the screen. May be repeated: a new message replaces the old one without a new window.
   * Resolves after the first attempt.
   */
  show(message: LockMessage): Promise<LockWindowState>;
  /** Takes it down, and keeps it down. May be repeated. */
  hide(): Promise<void>;
  state(): LockWindowState;
  /** The message of the lock page; null = hidden. */
  message(): LockMessage | null;
}

export type LockWindowState =
  | { readonly state: 'hidden' }
  /** `program`: what draws it. */
  | { readonly state: 'shown'; readonly program: string }
  /** Not on the screen now, though wanted: the reason in words. Attempts go on. */
  | { readonly state: 'unavailable'; readonly reason: string };

/** The message of the lock page. All texts are plain and come from staff. */
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
   * Never rejects. The result is valid for this moment only: call it before each start. @param crashes how often in a row the command that it gave
   * could not run; it then looks for another one @param message for a window that does not show the page; null = not known
   */
  find(crashes: number, message: LockMessage | null): Promise<LockWindowLaunch>;
}

export type LockWindowLaunch =
  | {
      readonly found: true;
      readonly program: string;
      readonly cmd: readonly string[];
      /** Identifies the user's screen and its content: when it changes, the window is started again. */
      readonly screen: string;
    }
  | { readonly found: false; readonly reason: string };
