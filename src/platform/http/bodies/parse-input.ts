import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { sendFailure } from '../replies.ts';

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

function listProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
}

/**
 * Parses the input of a call with its schema.
 * @returns the input, which may be null itself, or null after a reply with status 400 and the names of the invalid fields
 */
export function parseInput<Input>(
  reply: FastifyReply,
  schema: z.ZodType<Input>,
  given: unknown,
): { readonly input: Input } | null {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return { input: parsed.data };
  const problems = listProblems(parsed.error).map(({ field, message }) =>
    field === '' ? message : `${field}: ${message}`,
  );
  sendFailure(reply, 400, 'invalid_input', problems.slice(0, 5).join('; '));
  return null;
}
