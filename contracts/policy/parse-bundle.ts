import { Compile } from 'typebox/compile';
import { PolicyBundle } from './bundle.ts';

const schema = Compile(PolicyBundle);

/** Reads a bundle from its JSON value. For an invalid or unknown format it returns the problem in words. Never throws. */
export function parsePolicyBundle(
  value: unknown,
): { readonly bundle: PolicyBundle } | { readonly problem: string } {
  if (schema.Check(value)) return { bundle: value };
  const [problem = 'no bundle'] = schema
    .Errors(value)
    .map(({ instancePath, message }) => `${instancePath} ${message}`.trim());
  return { problem };
}
