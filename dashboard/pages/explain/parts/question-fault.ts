export type QuestionFaultKind = 'noSuchDevice' | 'manyDevices' | 'manyPeople';

/** The question names something that is not there, or several things. */
export class QuestionFault extends Error {
  override readonly name = 'QuestionFault';
  readonly kind: QuestionFaultKind;
  readonly text: string;

  constructor(kind: QuestionFaultKind, text: string) {
    super(`${kind}: ${text}`);
    this.kind = kind;
    this.text = text;
  }
}
