import type { ErrorCode } from './errors.ts';

/** What an error means, and what to do next. Plain text: the server's page about the error shows it. */
interface ErrorHelp {
  readonly meaning: string;
  readonly next: string;
}

/** The help of every error. */
export const ERROR_HELP: Readonly<Record<ErrorCode, ErrorHelp>> = {
  invalid_json: {
    meaning: 'The body is not JSON in UTF-8, or it is nested too deeply.',
    next: 'Check the body with a JSON tool. The detail names the place.',
  },
  validation_failed: {
    meaning: 'A field or a parameter has a value that this call does not take.',
    next: 'Correct what the member "errors" lists; each entry names one field.',
  },
  unknown_parameter: {
    meaning:
      'The address has a parameter that this call does not know. Unknown parameters are refused, so that a misspelt filter does not go unnoticed.',
    next: 'Compare the name with the parameters of the call in the API reference.',
  },
  invalid_cursor: {
    meaning: 'The cursor was not made by this server, or was made for other filters or another order.',
    next: 'Start again without "cursor", and change no filter while you page.',
  },
  page_window_exceeded: {
    meaning: 'Long lists allow page numbers up to the 10,000th row.',
    next: 'Follow "nextCursor", or narrow the list with filters or a time range.',
  },
  malformed_target: {
    meaning: 'The address has a malformed escape, or is not in its normal form.',
    next: 'Write each address one way: no empty or dotted segments, and no escapes of plain letters.',
  },
  empty_body: {
    meaning: 'The call needs a JSON object as its body, and none arrived.',
    next: 'Send the body with "Content-Type: application/json".',
  },
  missing_api_key: {
    meaning: 'The request has no API key and no dashboard session.',
    next: 'Send the header "Authorization: Bearer <API key>".',
  },
  invalid_api_key: {
    meaning: 'The key is mistyped, incomplete, deleted, or belongs to another server.',
    next: 'Copy the key again from where it is kept. If it is lost, an owner makes a new one.',
  },
  expired_api_key: {
    meaning: 'The key, or the secret that was replaced by a rotation, is past its time.',
    next: 'Use the new secret, or ask an owner for a new key.',
  },
  revoked_api_key: {
    meaning: 'An owner has revoked this key. It never works again.',
    next: 'Ask an owner for a new key.',
  },
  session_ended: {
    meaning: 'Nobody is signed in any more: the session is too old, was unused for too long, or was ended.',
    next: 'Sign in to the dashboard again.',
  },
  wrong_credentials: {
    meaning:
      'The e-mail address, the password and the code, where one is needed, do not fit together. The answer does not say which of them is wrong.',
    next: 'Try again. Who has forgotten the password asks for a link to a new one, by e-mail or from an owner or admin.',
  },
  second_factor_required: {
    meaning: 'The e-mail address and the password fit together, and the account also asks for a code.',
    next: 'Send the same again with "code": six digits of the authenticator program, or a recovery code. Who has neither asks an owner or admin to take the second factor away.',
  },
  invalid_invitation: {
    meaning: 'The invitation was used, has expired, or was replaced by a newer one.',
    next: 'Ask an owner or admin for a new invitation.',
  },
  invalid_password_reset: {
    meaning: 'The link to a new password was used, has expired, or ended with another change of the account.',
    next: 'Ask for a new link on the sign-in page, or ask an owner or admin for one.',
  },
  device_refused: {
    meaning: 'A laptop could not prove with its key that it is the enrolled device.',
    next: 'Enroll the laptop again.',
  },
  plan_required: {
    meaning: 'API keys belong to the Enterprise plan, and the organisation has another.',
    next: 'An owner changes the plan in the dashboard, or whoever runs this server with "schoolgate plan set enterprise".',
  },
  insufficient_scope: {
    meaning: 'The key lacks a scope, or the role of the signed-in person does not include this.',
    next: 'Compare "requiredScopes" with "grantedScopes". An owner can give a key more scopes, or a person another role.',
  },
  ou_not_permitted: {
    meaning: 'The caller is limited to one organisational unit, and this call reaches beyond it.',
    next: 'Name a unit below the caller’s own, or use a key without that limit.',
  },
  ip_not_allowed: {
    meaning: 'The list of allowed networks does not have the network address that the request came from.',
    next: 'Call from an allowed network, or ask whoever manages the key or the server to allow this one.',
  },
  csrf_refused: {
    meaning:
      'A signed-in browser sent the request, but it came from a page of another site or lacks the token of the session.',
    next: 'Open the page again on this server. Programs use an API key instead of the cookie.',
  },
  enrollment_refused: {
    meaning: 'The enrollment token is unknown, used up, expired or revoked.',
    next: 'Make a new enrollment token, and enroll with it.',
  },
  not_found: {
    meaning: 'Nothing has this address or id, or it lies outside the unit that the caller reaches.',
    next: 'Check the id, and whether the caller is limited to a unit.',
  },
  method_not_allowed: {
    meaning: 'The address exists, but not with this method.',
    next: 'Use a method of the header "Allow".',
  },
  not_acceptable: {
    meaning: 'The header "Accept" asks for a form that this call does not have.',
    next: 'Accept "application/json", or leave the header out.',
  },
  request_timeout: {
    meaning: 'The request did not arrive whole within 30 seconds.',
    next: 'Send it again, over a better connection or in smaller parts.',
  },
  conflict: {
    meaning: 'The request does not fit the present state of the thing.',
    next: 'Read the thing again, and decide anew. The detail names what is in the way.',
  },
  enrollment_waiting: {
    meaning: 'A device that is enrolled already asks to be enrolled anew, and an administrator has to agree.',
    next: 'Approve or refuse the request in the dashboard. The laptop asks again by itself.',
  },
  preview_outdated: {
    meaning: 'The devices, their locks or the time of the preview are no longer what the token stands for.',
    next: 'Preview the batch again, and send it with the new token.',
  },
  already_exists: {
    meaning: 'Another thing has this name, address or external id.',
    next: 'Use the thing that "existingId" names, or choose another value.',
  },
  idempotency_in_progress: {
    meaning: 'The first request with this idempotency key is not answered yet.',
    next: 'Wait a second, and send the same request again.',
  },
  command_not_cancellable: {
    meaning: 'The command was sent to the device already, or is over.',
    next: 'Send the opposite command, such as an unlock after a lock.',
  },
  policy_in_use: {
    meaning: 'The policy is built in, or something still needs it.',
    next: 'Disable the policy instead, or change what needs it first.',
  },
  ou_not_empty: {
    meaning: 'Units, users or devices are still below this unit.',
    next: 'Move or delete them first.',
  },
  events_expired: {
    meaning: 'Events are kept for 30 days, and those after "after" are partly gone.',
    next: 'Read the present state with the lists, then go on from "oldestSequence".',
  },
  precondition_failed: {
    meaning: 'Somebody changed the thing after you read it, so "If-Match" no longer fits.',
    next: 'Read it again, apply your change to what is there now, and send the new ETag.',
  },
  body_too_large: {
    meaning: 'A body may have at most 1 MB, and 16 kB where no key is asked for.',
    next: 'Send less at once, such as a batch in parts.',
  },
  uri_too_long: {
    meaning: 'The address is longer than the server reads.',
    next: 'Use fewer filters in one request.',
  },
  unsupported_media_type: {
    meaning: 'The body is not announced as JSON, or is compressed.',
    next: 'Send it uncompressed with "Content-Type: application/json".',
  },
  unprocessable: {
    meaning: 'The request is well formed, but what it asks for cannot be done.',
    next: 'The detail says why. The same request will fail again.',
  },
  idempotency_key_reused: {
    meaning: 'The idempotency key was used within 24 hours with another body.',
    next: 'Take a new key for each new request, and the same key only for a repeat.',
  },
  locked_by_policy: {
    meaning:
      'A locked block of a policy beats an override everywhere in its scope, so the override would do nothing.',
    next: 'Change the policy that holds the locked block, if the site should really open.',
  },
  command_not_supported: {
    meaning: 'The system of this device cannot carry out the command.',
    next: 'Choose another command for this platform.',
  },
  rate_limited: {
    meaning: 'The caller, or strangers at its network, sent more requests than the limit of a minute.',
    next: 'Wait as many seconds as "Retry-After" says. The X-RateLimit header fields tell what is left.',
  },
  headers_too_large: {
    meaning: 'The address and the header fields have more than 16 kB in all, or one field is too long.',
    next: 'Send shorter header fields. In a browser, delete the cookies of this server.',
  },
  internal_error: {
    meaning: 'The server failed. It is not known whether the call had an effect.',
    next: 'Tell whoever runs the server the "requestId", which leads to the log. Repeat a POST with the same idempotency key.',
  },
  unavailable: {
    meaning: 'The server is starting, stopping, busy, or short of disk space.',
    next: 'Try again after as many seconds as "Retry-After" says.',
  },
};
