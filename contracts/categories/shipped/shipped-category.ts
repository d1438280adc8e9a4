/** A category with the names that ship with the server, divided by white space; all hosts below a name belong to it too. */
export interface ShippedCategory {
  readonly id: string;
  readonly name: string;
  /** What belongs to it, in a sentence. */
  readonly description: string;
  readonly domains: string;
}
