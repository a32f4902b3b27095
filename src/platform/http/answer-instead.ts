import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sends a reply in place of the route's handler. */
export type Answer = () => FastifyReply | Promise<FastifyReply>;

/** @returns undefined to let the route run */
export type Decision = (request: FastifyRequest, reply: FastifyReply) => Promise<Answer | undefined>;

/**
 * Creates a hook that may answer in place of the route. A plain asynchronous hook would end as soon as the
 * client disconnects, and Fastify would then run the route although the hook had refused the request.
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
