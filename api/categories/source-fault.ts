/** A source could not be read for a reason that an administrator can understand. The message is a sentence for people. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
}
