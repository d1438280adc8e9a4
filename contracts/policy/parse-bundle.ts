import { Compile } from 'typebox/compile';
import { PolicyBundle } from './bundle.ts';

const schema = Compile(PolicyBundle);

/** A bundle from its JSON value; or, in words, where it is none of a format that is known here. Never throws. */
export function parsePolicyBundle(
  value: unknown,
): { readonly bundle: PolicyBundle } | { readonly problem: string } {
  if (schema.Check(value)) return { bundle: value };
  const [problem = 'no bundle'] = schema
    .Errors(value)
    .map(({ instancePath, message }) => `${instancePath} ${message}`.trim());
  return { problem };
}
