/** A category with its shipped names, divided by white space. All hosts below a name belong to it too. */
export interface ShippedCategory {
  readonly id: string;
  readonly name: string;
  /** What belongs to it, in a sentence. */
  readonly description: string;
  readonly domains: string;
}
