import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { withPlainText } from '../../../contracts/rest/plain-text.ts';

/**
 * Validators. Bodies are taken as they are: nothing is coerced or dropped. Query parameters arrive as text, so numbers and single values of
 * lists are coerced. Schemas are closed: an unknown field is an error.
 */
export function createValidatorCompiler(shared: readonly TSchema[]): FastifySchemaCompiler<TSchema> {
  const common = {
    removeAdditional: false,
    useDefaults: false,
    strict: true,
    strictTypes: false,
    // `required` beside a `oneOf` names members that the variants define.
    strictRequired: false,
    discriminator: true,
  } as const;
  const quick = new Ajv({ ...common, coerceTypes: false, keywords: KEYWORDS });
  const telling = new Ajv({ ...common, coerceTypes: false, allErrors: true, keywords: KEYWORDS });
  const coercing = new Ajv({ ...common, coerceTypes: 'array', allErrors: true, keywords: KEYWORDS });
  for (const ajv of [quick, telling, coercing]) {
    addFormats.default(ajv);
    for (const schema of shared) ajv.addSchema(withPlainText(schema) as object);
  }
  const compiled = new Map<string, Validator | ValidateFunction>();
  return ({ schema, httpPart }) =>
    whenFirstUsed(() => {
      const plain = withPlainText(schema) as object;
      const isQuery = httpPart === 'querystring';
      const key = `${isQuery ? 'query' : 'body'} ${JSON.stringify(plain)}`;
      const known =
        compiled.get(key) ??
        (isQuery
          ? queryValidator(plain, coercing.compile(plain))
          : bodyValidator(quick.compile(plain), telling.compile(plain)));
      compiled.set(key, known);
      return known;
    }) as ReturnType<FastifySchemaCompiler<TSchema>>;
}

/** Compiles a validator on first use. A hundred routes have three hundred validators, and a process may need few of them. */
function whenFirstUsed(compile: () => Validator | ValidateFunction): Validator {
  let compiled: Validator | ValidateFunction | null = null;
  const validate: Validator = Object.assign(
    (data: unknown): boolean => {
      compiled ??= compile();
      if (compiled(data) === true) return true;
      validate.errors = compiled.errors ?? [];
      return false;
    },
    { errors: [] },
  );
  return validate;
}

/** Ajv accepts every number that JavaScript reads: `0x10`, `1e2`, and surrounding blanks. */
const NUMERALS: Readonly<Record<string, RegExp>> = {
  integer: /^-?\d{1,16}$/,
  number: /^-?\d{1,16}(?:\.\d{1,16})?$/,
};

/** Numbers of a query must be decimal numerals; `validate` checks the rest. */
function queryValidator(schema: object, validate: ValidateFunction): Validator {
  const { properties = {} } = schema as { readonly properties?: Record<string, { readonly type?: unknown }> };
  const checked: Validator = Object.assign(
    (data: unknown): boolean => {
      for (const [name, { type }] of Object.entries(properties)) {
        const numeral = NUMERALS[String(type)];
        const given = (data as Readonly<Record<string, unknown>>)[name];
        if (numeral === undefined || typeof given !== 'string' || numeral.test(given)) continue;
        const error = { instancePath: `/${name}`, schemaPath: '', keyword: 'type', params: { type } };
        checked.errors = [{ ...error, message: `must be ${String(type)}` }];
        return false;
      }
      if (validate(data)) return true;
      checked.errors = validate.errors ?? [];
      return false;
    },
    { errors: [] },
  );
  return checked;
}

type Validator = ((data: unknown) => boolean) & { errors: NonNullable<ValidateFunction['errors']> };

/** All errors of a body up to this size are reported (characters of JSON); of a larger body only the first. */
const TELLING_LENGTH = 16_384;

/** Reports all errors of a small body. A body of a million wrong items must not cost an error object for each. */
function bodyValidator(quick: ValidateFunction, telling: ValidateFunction): Validator {
  const validate: Validator = Object.assign(
    (data: unknown): boolean => {
      if (quick(data)) return true;
      const small = (JSON.stringify(data) ?? '').length <= TELLING_LENGTH;
      if (small) telling(data);
      validate.errors = (small ? telling : quick).errors ?? [];
      return false;
    },
    { errors: [] },
  );
  return validate;
}

/** Annotations of OpenAPI that do not affect validity. */
const KEYWORDS = ['example', 'x-extension'];
