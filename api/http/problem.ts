import type { FastifyError } from 'fastify';
import { ERRORS, type ErrorCode, errorType } from '../../contracts/errors.ts';
import { wordsOfFormat, wordsOfPattern } from '../../contracts/rest/pattern-words.ts';
import type { Problem } from '../../contracts/rest/resources.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** The problem document (RFC 9457) of a fault. */
export function problemOf(fault: Fault, request: { readonly url: string; readonly id: string }): Problem {
  const { errors, requiredScopes, grantedScopes, existingId, oldestSequence } = fault.extras;
  return {
    type: errorType(fault.code),
    title: ERRORS[fault.code].title,
    status: fault.status,
    detail: told(fault.detail, MAX_DETAIL),
    instance: (request.url.split('?')[0] ?? '').slice(0, 4_096),
    code: fault.code,
    requestId: request.id,
    ...(errors === undefined ? {} : { errors: errors.slice(0, MAX_FIELD_ERRORS).map(toldError) }),
    ...(requiredScopes === undefined ? {} : { requiredScopes: [...requiredScopes] }),
    ...(grantedScopes === undefined ? {} : { grantedScopes: [...grantedScopes] }),
    ...(existingId === undefined ? {} : { existingId }),
    ...(oldestSequence === undefined ? {} : { oldestSequence }),
    ...(fault.code === 'rate_limited'
      ? { 'violated-policies': [...(fault.extras.violatedPolicies ?? ['default'])] }
      : {}),
  };
}

const MAX_FIELD_ERRORS = 100;
/** The limit in the schema of problems (characters). */
const MAX_DETAIL = 2_000;
const MAX_PLACE = 300;
const MAX_FIELD_DETAIL = 500;

/** A text of the request as it may be quoted in a refusal: without control characters, and cut. */
function told(text: string, maxLength: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd').slice(0, maxLength);
}

function toldError({ pointer, parameter, ...error }: FieldError): FieldError {
  return {
    ...error,
    ...(pointer === undefined ? {} : { pointer: told(pointer, MAX_PLACE) }),
    ...(parameter === undefined ? {} : { parameter: told(parameter, MAX_PLACE) }),
    detail: told(error.detail, MAX_FIELD_DETAIL),
  };
}

/** The faults of refusals by Fastify and Node, by their error codes. */
const BY_CODE: Readonly<Record<string, { readonly code: ErrorCode; readonly detail: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'body_too_large',
    detail: 'A body may have at most 1 MB, and 16 kB where no key is asked for.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'Send the body as application/json.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    code: 'empty_body',
    detail: 'The content type says JSON, but there is no body.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_json',
    detail: 'The body does not have the announced length.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid_json', detail: 'The body is not valid JSON.' },
  FST_ERR_BAD_URL: { code: 'malformed_target', detail: 'The address has a malformed escape sequence.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', detail: 'No id is that long.' },
  HPE_HEADER_OVERFLOW: {
    code: 'headers_too_large',
    detail: 'The address and the header fields may have at most 16 kB in all.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', detail: 'The request did not arrive in time.' },
};

/** Any thrown value as a fault. An unknown error becomes internal_error, whose detail says nothing about it. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const known = (error ?? {}) as Partial<FastifyError>;
  if (Array.isArray(known.validation)) return validationFault(known as FastifyError);
  const mapped = known.code === undefined ? undefined : BY_CODE[known.code];
  if (mapped !== undefined) return new Fault(mapped.code, mapped.detail, { cause: error });
  if (error instanceof SyntaxError && known.statusCode === 400) {
    return new Fault('invalid_json', `The body is not valid JSON: ${error.message}.`, { cause: error });
  }
  return new Fault(
    'internal_error',
    'The server could not carry this out. The request id leads to its log.',
    { cause: error },
  );
}

interface AjvError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

function validationFault(error: FastifyError): Fault {
  const where = error.validationContext ?? 'body';
  const details = error.validation as unknown as readonly AjvError[];
  if (where === 'params') return new Fault('not_found', 'There is nothing under this id.');
  const errors = details
    .filter(tells)
    .map((detail) => fieldError(detail, where === 'querystring' ? 'query' : 'body'));
  const unknown = errors.find((one) => one.in === 'query' && one.code === 'unknown_parameter');
  if (unknown !== undefined)
    return new Fault('unknown_parameter', `There is no parameter "${unknown.parameter}".`, {
      extras: { errors },
    });
  return new Fault('validation_failed', errors[0]?.detail ?? 'The request does not fit the schema.', {
    extras: { errors },
  });
}

/** Keywords whose error only reports that a part below them fails. */
const PASSING_ON: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'if']);
/** Keywords about texts. A text that violates one often violates another too: an empty text is too short and has nothing to read. */
const OF_TEXTS: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'pattern', 'format']);

/** Whether an error adds something to the others. */
function tells(detail: AjvError, index: number, all: readonly AjvError[]): boolean {
  const { keyword, instancePath, params } = detail;
  if (all.length === 1) return true;
  if (PASSING_ON.has(keyword)) return false;
  const beside = all.filter((one) => one.instancePath === instancePath && !PASSING_ON.has(one.keyword));
  // The value was neither null nor of the other type; only the error about the other type is of use.
  if (keyword === 'type' && params.type === 'null') return beside.length === 1;
  return (
    !OF_TEXTS.has(keyword) || beside.every((one) => !OF_TEXTS.has(one.keyword) || all.indexOf(one) >= index)
  );
}

function fieldError(detail: AjvError, where: 'query' | 'body'): FieldError {
  const missing = detail.keyword === 'required' ? `/${String(detail.params.missingProperty)}` : '';
  const surplus = detail.keyword === 'additionalProperties' || detail.keyword === 'unevaluatedProperties';
  const extra = surplus
    ? `/${escapePointer(String(detail.params.additionalProperty ?? detail.params.unevaluatedProperty))}`
    : '';
  const path = detail.instancePath + missing + extra;
  const name = path.split('/')[1] ?? '';
  const allowed = Array.isArray(detail.params.allowedValues)
    ? `: ${detail.params.allowedValues.join(', ')}`
    : '';
  const what = surplus ? 'is not known here' : `${wordsOf(detail)}${allowed}`;
  const place = where === 'query' ? { parameter: name } : { pointer: `#${path}` };
  const label = path === '' ? 'The body' : `"${path.slice(1).replaceAll('/', '.')}"`;
  return {
    in: where,
    ...place,
    code: surplus && where === 'query' ? 'unknown_parameter' : detail.keyword,
    detail: `${`${label} ${what}`.slice(0, 490)}.`,
  };
}

/** An error in words, because nobody should have to read a regular expression. */
function wordsOf({ keyword, message, params }: AjvError): string {
  if (keyword === 'pattern') return wordsOfPattern(String(params.pattern)) ?? 'does not have the right form';
  if (keyword === 'format') return wordsOfFormat(String(params.format)) ?? message ?? 'does not fit';
  return message ?? 'does not fit';
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
