import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers a request in place of its route. */
export type Answer = () => FastifyReply | Promise<FastifyReply>;

/** @returns undefined to let the route run */
export type Decision = (request: FastifyRequest, reply: FastifyReply) => Promise<Answer | undefined>;

/**
 * A hook that may answer in place of the route. An asynchronous hook of Fastify that answered would end
 * as soon as the client disconnects, and the route would run although the hook had refused the request.
 */
export function answerInstead(
  decide: Decision,
): (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void {
  return (request, reply, done) => {
    const run = async () => {
      const answer = await decide(request, reply);
      if (answer === undefined) done();
      else await answer();
    };
    run().catch(done);
  };
}
