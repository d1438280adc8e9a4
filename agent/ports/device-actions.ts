import type { Outcome } from './outcome.ts';

/** One-off commands from staff. Each says by itself whether this platform can do it. */
export interface DeviceActions {
  /** Restarts after some seconds, so that the result is sent first. */
  readonly restart: DeviceAction;
  /** Turns the computer off after some seconds. */
  readonly shutdown: DeviceAction;
  /** Ends the session at the screen; unsaved work is lost. Nobody signed in: `done`. */
  readonly signOut: DeviceAction;
  /** Shows plain text to the user at the screen. Nobody signed in: not `done`. */
  readonly showMessage: DeviceAction<string>;
  /** Opens a page in the user's browser. Only absolute http and https addresses. Nobody signed in: not `done`. */
  readonly openUrl: DeviceAction<string>;
}

export interface DeviceAction<Input = void> {
  /** False: this platform cannot; `run` then only says so. */
  readonly supported: boolean;
  /** Never rejects. */
  run(input: Input): Promise<Outcome>;
}
