/**
 * Every error that a caller of the REST API can meet: its HTTP status and its title. `code` is for programs and never changes its meaning.
 * The title is the same for every occurrence (RFC 9457 section 3.1.3); the detail describes this occurrence.
 */
export const ERRORS = {
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  validation_failed: { status: 400, title: 'The request does not fit the schema' },
  unknown_parameter: { status: 400, title: 'The request has a parameter that this endpoint does not know' },
  invalid_cursor: { status: 400, title: 'The cursor is malformed or was made for other filters' },
  page_window_exceeded: { status: 400, title: 'This list is too long for page numbers; use the cursor' },
  malformed_target: { status: 400, title: 'The address is malformed or not in its normal form' },
  empty_body: { status: 400, title: 'This call needs a body' },
  missing_api_key: { status: 401, title: 'An API key is needed' },
  invalid_api_key: { status: 401, title: 'The API key is not valid' },
  expired_api_key: { status: 401, title: 'The API key has expired' },
  revoked_api_key: { status: 401, title: 'The API key has been revoked' },
  session_ended: { status: 401, title: 'The dashboard session has ended' },
  wrong_credentials: { status: 401, title: 'The address or the password is wrong' },
  second_factor_required: { status: 401, title: 'The account has a second factor: a code is needed too' },
  invalid_invitation: { status: 401, title: 'The invitation does not work any more' },
  invalid_password_reset: { status: 401, title: 'The link to a new password does not work any more' },
  device_refused: { status: 401, title: 'The device could not prove itself' },
  plan_required: { status: 402, title: 'The organisation’s plan does not include this' },
  insufficient_scope: { status: 403, title: 'The API key lacks a required scope' },
  ou_not_permitted: { status: 403, title: 'The API key is limited to another organisational unit' },
  ip_not_allowed: { status: 403, title: 'This may not be called from this network address' },
  csrf_refused: { status: 403, title: 'The request does not come from a page of this server' },
  enrollment_refused: { status: 403, title: 'The enrollment was refused' },
  not_found: { status: 404, title: 'There is no such thing here' },
  method_not_allowed: { status: 405, title: 'This address does not know that method' },
  not_acceptable: { status: 406, title: 'None of the accepted media types can be sent' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  conflict: { status: 409, title: 'The request conflicts with the present state' },
  enrollment_waiting: { status: 409, title: 'An administrator has to agree to this enrollment' },
  already_exists: { status: 409, title: 'Such a thing exists already' },
  idempotency_in_progress: { status: 409, title: 'A request with this idempotency key is still running' },
  command_not_cancellable: { status: 409, title: 'The command is no longer queued' },
  policy_in_use: { status: 409, title: 'The policy is built in or in use' },
  preview_outdated: { status: 409, title: 'What was previewed no longer holds' },
  ou_not_empty: { status: 409, title: 'The organisational unit is not empty' },
  events_expired: { status: 410, title: 'The events asked for are no longer kept' },
  precondition_failed: { status: 412, title: 'The thing has changed since it was read' },
  body_too_large: { status: 413, title: 'The body is too large' },
  uri_too_long: { status: 414, title: 'The address is too long' },
  unsupported_media_type: { status: 415, title: 'The body’s media type is not understood' },
  unprocessable: { status: 422, title: 'The request is well formed but cannot be carried out' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key was used with another request' },
  locked_by_policy: { status: 422, title: 'A locked block beats this everywhere in its scope' },
  command_not_supported: { status: 422, title: 'The device’s platform does not support this command' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The header fields are too large' },
  internal_error: { status: 500, title: 'Something went wrong on the server' },
  unavailable: { status: 503, title: 'The service cannot answer right now' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ErrorCode = keyof typeof ERRORS;
/** Where the pages about errors are; the list is at this address itself. */
export const ERROR_PAGES = '/errors';

export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[];

/**
 * The `type` of a problem: one constant relative reference per code. Resolved against the address of the server, it leads to the page about
 * the error (RFC 9457 section 3.1.1; docs/adr/0027-problem-types-of-this-server.md).
 */
export function errorType(code: ErrorCode): string {
  return `${ERROR_PAGES}/${code.replaceAll('_', '-')}`;
}
