import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { failure } from '../replies.ts';

/** What is wrong with an input, by field. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

function problemsOf(error: z.ZodError): FieldProblem[] {
  return error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
}

/**
 * Reads a call's input by its schema.
 * @returns the input, or null when the caller has already got a 400 that names the fields
 */
export function parseInput<Input>(reply: FastifyReply, schema: z.ZodType<Input>, given: unknown): Input | null {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error).map(({ field, message }) =>
    field === '' ? message : `${field}: ${message}`,
  );
  failure(reply, 400, 'invalid_input', problems.slice(0, 5).join('; '));
  return null;
}
