import type { ErrorGroup } from '#platform/features/error-codes.ts';
import { callErrors } from '#platform/http/errors.ts';
import type { FailureBody } from '#platform/http/replies.ts';

export type ErrorCodes = ErrorGroup['codes'];

const {
  invalid_input,
  malformed_body,
  too_many_fields,
  body_too_large,
  unsupported_media_type,
  foreign_origin,
  sign_in_required,
  permission_missing,
} = callErrors.codes;

export const inputErrors: ErrorCodes = { invalid_input };
export const bodyErrors: ErrorCodes = { malformed_body, too_many_fields, body_too_large, unsupported_media_type };
export const originErrors: ErrorCodes = { foreign_origin };
export const permissionErrors: ErrorCodes = { sign_in_required, permission_missing };

interface Example {
  readonly summary: string;
  readonly value: FailureBody;
}

interface Failures {
  /** Responses by status. `default` describes the failures that every call may return. */
  readonly responses: Readonly<Record<string, object>>;
  /** Examples by error code. */
  readonly examples: Readonly<Record<string, Example>>;
}

/** Converts error codes to responses. Codes without a status are left out, since calls do not return them. */
export function toFailures(codes: ErrorCodes): Failures {
  const examples: Record<string, Example> = {};
  const byStatus = new Map<number, Record<string, Example>>();
  for (const [code, { status, means }] of Object.entries(codes)) {
    if (typeof status !== 'number') continue;
    const example = { summary: means, value: { code, message: means, data: { status } } };
    examples[code] = example;
    byStatus.set(status, { ...byStatus.get(status), [code]: example });
  }
  const responses = [...byStatus].map(([status, found]) => [status, toResponse(found)]);
  return {
    examples,
    responses: { ...Object.fromEntries(responses), default: { $ref: '#/components/responses/Failure' } },
  };
}

function toResponse(examples: Readonly<Record<string, Example>>): object {
  return {
    description: Object.keys(examples).join(', '),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' }, examples } },
  };
}
