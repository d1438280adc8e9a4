/** A source could not be read, for a reason that its administrator can understand: the message is a sentence for people. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
}
