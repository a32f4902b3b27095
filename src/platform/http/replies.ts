import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** Body of every failure that is sent to programs. Codes are permanent: docs/errors.md lists them. */
export const failureBody = z
  .strictObject({
    code: z.string().describe('Permanent'),
    message: z.string().describe('For people'),
    data: z.strictObject({
      status: z.int().describe('The HTTP status'),
      params: z.record(z.string(), z.string()).optional().describe('What is wrong with each field of a form'),
    }),
  })
  .meta({ id: 'Failure' });

export type FailureBody = z.infer<typeof failureBody>;

/** @param params messages by field, if the failure is about fields */
export function sendFailure(
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
  params?: Readonly<Record<string, string>>,
): FastifyReply {
  const body: FailureBody = { code, message, data: { status, ...(params && { params }) } };
  return reply.code(status).header('cache-control', 'no-store').send(body);
}

/** Redirects with 303 after a form post, so that reloading does not repeat the write. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 303);
}

/** Whether a program or script sent the request, not a navigating browser. */
export function wantsJson({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const accept = headers.accept ?? '';
  if (accept.includes('application/json')) return true;
  return !accept.includes('text/html') && headers['sec-fetch-mode'] !== 'navigate';
}
