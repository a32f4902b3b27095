import { callErrors } from '../errors.ts';

/**
 * Codes of requests that are refused because of how they were sent. Codes are permanent: docs/errors.md lists
 * them.
 */
export type RequestErrorCode =
  | 'too_many_fields'
  | 'body_too_large'
  | 'malformed_body'
  | 'unsupported_media_type'
  | 'file_not_accepted'
  | 'too_many_files'
  | 'request_timeout'
  | 'overloaded';

const messages: Readonly<Record<RequestErrorCode, string>> = {
  too_many_fields: 'The request has too many fields.',
  body_too_large: 'The request body is too large.',
  malformed_body: 'The request body can’t be read.',
  unsupported_media_type: 'This address does not accept content of this type.',
  file_not_accepted: 'This address does not accept files.',
  too_many_files: 'The request has too many files. Please send fewer.',
  request_timeout: 'The request took too long to arrive. Please try again.',
  overloaded: 'The shop is very busy. Please try again in a moment.',
};

/** Thrown while a request is read. The error handler answers with the error's status, code and message. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: RequestErrorCode;
  readonly statusCode: number;

  constructor(code: RequestErrorCode) {
    super(messages[code]);
    this.code = code;
    this.statusCode = callErrors.codes[code].status;
  }
}

const codeByStatus: Readonly<Record<number, RequestErrorCode>> = {
  413: 'body_too_large',
  415: 'unsupported_media_type',
};

/**
 * Returns the permanent code of a failure with a 4xx status. Codes of the HTTP library are not passed on, because
 * they change with its versions.
 */
export function requestErrorCode(error: unknown, status: number): RequestErrorCode | 'bad_request' {
  if (error instanceof RequestError) return error.code;
  return codeByStatus[status] ?? 'bad_request';
}
