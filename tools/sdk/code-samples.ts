import type { Case } from './case.ts';
import { curl } from './curl.ts';
import { LANGUAGES } from './languages.ts';
import type { SdkModel } from './model.ts';
import { methodOf } from './operations.ts';

/** One entry of `x-codeSamples`, as Scalar and Redoc show it beside an operation. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/**
 * The call of each operation in curl and in every client, by `operationId`. The tests run the same calls, so the samples cannot be wrong.
 * @param cases those of `sdk/cases`
 */
export function codeSamples(
  model: SdkModel,
  cases: readonly Case[],
): ReadonlyMap<string, readonly CodeSample[]> {
  const byMethod = new Map(
    cases.filter(({ sample }) => sample).map((one): [string, Case] => [one.call.method, one]),
  );
  return new Map(
    model.operations.flatMap((operation): [string, CodeSample[]][] => {
      const one = byMethod.get(methodOf(operation));
      return one === undefined ? [] : [[operation.id, samplesOf(one, model)]];
    }),
  );
}

function samplesOf(one: Case, model: SdkModel): CodeSample[] {
  const [exchange] = one.exchanges;
  if (exchange === undefined) throw new Error(`the case "${one.name}" has no exchange`);
  const { method, path, query = {}, body, headers = {} } = exchange.request;
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  const search = parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
  const source = curl({
    method,
    target: path + search,
    identity: ['-H "Authorization: Bearer $K"'],
    headers: headers.prefer == null ? {} : { Prefer: headers.prefer },
    body,
  });
  return [
    { lang: 'Shell', label: 'curl', source },
    ...LANGUAGES.map((language) => ({
      lang: language.label,
      label: language.label,
      source: language.sample(model, one),
    })),
  ];
}
