import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseCoding, compress, encodeText, minCompressedBytes } from '#platform/pages/content-coding.ts';

/** Sends a text that is made for one request, in the best coding that the client allows. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const coding = chooseCoding(request.headers['accept-encoding'] as string | undefined);
  const body = encodeText(text);
  if (coding === 'identity' || body.byteLength < minCompressedBytes) return reply.send(body);
  return reply.header('content-encoding', coding).send(await compress(body, coding));
}

/** Sends JSON to a script: replies with fragments of pages are a fifth of their size when compressed. */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<FastifyReply> {
  reply.header('vary', 'Accept-Encoding').type('application/json; charset=utf-8');
  return sendCompressed(request, reply, JSON.stringify(body));
}
