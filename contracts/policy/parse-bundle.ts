import { Compile } from 'typebox/compile';
import { PolicyBundle } from './bundle.ts';

const schema = Compile(PolicyBundle);

/** A bundle from its JSON value; or, in words, where it is none of a format that is known here. Never throws. */
export function parsePolicyBundle(
  value: unknown,
): { readonly bundle: PolicyBundle } | { readonly problem: string } {
  if (schema.Check(value)) return { bundle: value };
  const [first] = schema.Errors(value);
  return { problem: first === undefined ? 'no bundle' : `${first.instancePath} ${first.message}`.trim() };
}
