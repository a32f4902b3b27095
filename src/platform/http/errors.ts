import { defineErrors } from '#platform/features/error-codes.ts';

export const callErrors = defineErrors('Calls', {
  invalid_input: {
    status: 400,
    means: 'Fields are missing or invalid. The message names each one and what is expected.',
    action: 'Send what is expected.',
  },
  unknown_action: {
    status: 400,
    means: 'No action, or no nonce, has this name at this address and method.',
    action: 'Check name and method. `wire` in `shop.config.ts` may have renamed the action.',
  },
  rest_cookie_invalid_nonce: {
    status: 403,
    means: "The nonce is missing, older than 12 to 24 hours, or another visitor's.",
    action: "Request a new one at `POST {platformRest}/nonces` and repeat the call. The shop's own scripts do.",
  },
  foreign_origin: {
    status: 403,
    means: 'A write came from a page of another site.',
    action: "Send it from the shop's own pages. Behind a proxy, `PUBLIC_URL` must be the shop's public address.",
  },
  sign_in_required: {
    status: 401,
    means: 'Only staff and programs with a permission may do this.',
    action: 'Sign in.',
  },
  fresh_sign_in_required: {
    status: 403,
    means: 'The sign-in is too old for this.',
    action: 'Sign in again: `accounts.freshMinutes`.',
  },
  permission_missing: {
    status: 403,
    means: 'Who is signed in has no permission for this.',
    action: 'Ask the owner of the shop for it.',
  },
  not_found: { status: 404, means: 'There is nothing at this address.' },
  rest_no_route: { status: 404, means: 'The API has no such path, or not with this method.' },
  too_many_fields: { status: 413, means: 'More than 500 fields or query parameters.', action: 'Send fewer.' },
  body_too_large: {
    status: 413,
    means:
      'The body is larger than 256 kB, or than twice the files that the address takes. The connection is closed before the rest is read.',
    action: 'Send less.',
  },
  malformed_body: {
    status: 400,
    means:
      'The body does not match its `Content-Type`: invalid JSON or multipart, JSON of more than 64 levels, or part headers over 1 kB (2 kB with files).',
  },
  unsupported_media_type: {
    status: 415,
    means:
      'The address does not accept this `Content-Type`. Only the ajax endpoints, contact forms, what adds to the cart and uploads accept `multipart/form-data`.',
    action: 'Send a form or JSON.',
  },
  file_not_accepted: { status: 415, means: 'A file was sent to an address that accepts none.' },
  too_many_files: { status: 413, means: 'More files than one request may have.', action: 'Send fewer.' },
  request_timeout: {
    status: 408,
    means: 'The request did not arrive within 20 seconds, or within 120 with files.',
    action: 'Send it again.',
  },
  foreign_host: {
    status: 421,
    means: 'A shop in demo mode was requested under a name that is not of this machine.',
    action: 'Open it at its own address, or run it with `MODE=live` to serve others.',
  },
  bad_request: {
    status: '4xx',
    means: 'The request is malformed: two `Host` headers, a version other than HTTP/1.0 or 1.1, an invalid address.',
  },
  internal_error: {
    status: 500,
    means:
      "The shop failed. The log has the error under the reply's `X-Request-Id`. A write may have been completed or not.",
    action: 'Look in the log.',
  },
  database_unavailable: {
    status: 503,
    means:
      'The database does not answer. A write may have been completed or not. Pages that were shown before are still shown.',
    action: 'Retry after the seconds in `Retry-After`. Start the database again; the shop goes on by itself.',
  },
  storage_full: {
    status: 503,
    means: 'A disk is full, that of `DATA_DIR` or of the database: nothing can be stored.',
    action: 'Free some space; the shop goes on by itself.',
  },
  overloaded: {
    status: 503,
    means: 'The request would wait too long, or too many bodies are being received.',
    action:
      'Retry after the seconds in `Retry-After`. If it happens often, run more processes: see `docs/deployment.md`.',
  },
});

export const commandErrors = defineErrors('Commands', {
  PERMISSION_MISSING: {
    means: 'The role of the person whom `--as` names does not allow the command.',
    action: 'See what it allows: `/admin/roles`. Somebody else runs the command, or an owner allows it there.',
  },
  CALL_UNKNOWN: { means: 'There is no mutation of this name.', action: 'List them: `shop call`.' },
  CALL_PARAMETERS: {
    means: 'The path of the mutation has other parameters.',
    action: 'Give each with `--param`; `shop call` lists them.',
  },
  CALL_NO_JSON: { means: 'The input of a call is no JSON.', action: 'Quote it for the shell, or send it with `-`.' },
});

export const browserErrors = defineErrors('In the browser', {
  fetch_error: { means: 'No answer arrived; the browser is probably offline.', action: 'Retry.' },
  invalid_json: { means: 'The answer is not JSON: something between browser and shop sent it.' },
  unknown_error: { means: 'The answer has no error code: something between browser and shop sent it.' },
  aborted: { means: 'The caller aborted the call.' },
});
