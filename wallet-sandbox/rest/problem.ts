import { createDebugId } from '../state/ids.ts';

const names: Record<number, [name: string, message: string]> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: ['AUTHENTICATION_FAILURE', 'Authentication failed due to missing or invalid credentials.'],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The server does not support the request payload’s media type.'],
  422: ['UNPROCESSABLE_ENTITY', 'The requested action could not be performed or failed business validation.'],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service unavailable.'],
};

export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
}

interface ProblemDetails {
  /** JSON pointer of the field that is wrong. */
  readonly field?: string;
  readonly value?: unknown;
  readonly description?: string;
  readonly links?: readonly Link[];
}

/** Why a call is refused, as the provider says it. */
export class Problem extends Error {
  readonly status: number;
  readonly issue: string | null;
  readonly details: ProblemDetails;

  constructor(status: number, issue: string | null, details: ProblemDetails = {}) {
    super(`${status} ${issue ?? names[status]?.[0] ?? ''}`);
    this.status = status;
    this.issue = issue;
    this.details = details;
  }

  toBody(): object {
    const [name, message] = names[this.status] ?? names[500] ?? [];
    const { field, value, description, links = [] } = this.details;
    const detail = {
      ...(field === undefined ? {} : { field, location: 'body' }),
      ...(value === undefined ? {} : { value: String(value) }),
      issue: this.issue,
      description: description ?? describeIssue(this.issue),
    };
    const information = { href: 'about:blank#errors', rel: 'information_link', method: 'GET' };
    return {
      name,
      ...(this.issue === null ? {} : { details: [detail] }),
      message,
      debug_id: createDebugId(),
      links: [information, ...links],
    };
  }
}

/** What the codes say, in words: `ORDER_NOT_APPROVED` → `Order not approved.` */
const describeIssue = (issue: string | null) =>
  issue === null ? '' : `${issue.charAt(0)}${issue.slice(1).toLowerCase().replaceAll('_', ' ')}.`;

/** Wrong in form. */
export const invalid = (issue: string, field: string, value?: unknown) => new Problem(400, issue, { field, value });

/** Right in form, but not possible. */
export const unprocessable = (issue: string, details: ProblemDetails = {}) => new Problem(422, issue, details);

export const notFound = () => new Problem(404, 'INVALID_RESOURCE_ID');
