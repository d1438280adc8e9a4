/** Why an upstream gave no answer: it was silent, it is not there, or too many questions are under way. */
export type UpstreamFailure = 'timeout' | 'unreachable' | 'busy';

/** Asks one upstream over one transport. */
export interface UpstreamClient {
  /**
   * Sends a question and resolves with the answer to it, whose header and question have been checked; never rejects.
   * @param packet one question, whose section ends at `questionEnd`; its id is the client's to choose
   */
  ask(packet: Buffer, questionEnd: number): Promise<Buffer | UpstreamFailure>;
  /** Ends what is under way, as `unreachable`. */
  close(): Promise<void>;
}
