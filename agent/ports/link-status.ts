export type LinkState = 'stopped' | 'connecting' | 'online' | 'waiting' | 'refused';

export interface LinkStatus {
  readonly state: LinkState;
  readonly url: string | null;
  /** Wall time of the last change of state, epoch milliseconds. */
  readonly since: number;
  readonly lastError: string | null;
  /** The server refuses this device again and again: it was revoked, or another enrollment took its place. */
  readonly revoked: boolean;
}
