import type { FastifyReply, FastifyRequest } from 'fastify';

/** The shape of every failure that a program reads. Codes are permanent: docs/errors.md lists them. */
export interface FailureBody {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly status: number };
}

export function failure(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  const body: FailureBody = { code, message, data: { status } };
  return reply.code(status).header('cache-control', 'no-store').send(body);
}

/** After a write without script: the browser asks for the page with GET, so that going back or reloading writes nothing again. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 303);
}

/** A program or a script asks, not a person's browser that navigates. */
export function wantsJson({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const accept = headers.accept ?? '';
  if (accept.includes('application/json')) return true;
  return !accept.includes('text/html') && headers['sec-fetch-mode'] !== 'navigate';
}
