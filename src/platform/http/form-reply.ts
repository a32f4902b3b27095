import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { type Notice, saveNotices } from './notices.ts';
import { type PrivateView, renderPrivatePage } from './private-page.ts';
import { seeOther } from './replies.ts';

/** The reply to a form post. */
export type FormReply =
  /** Redirects with 303, so that reloading does not repeat the write. The next page shows the notices. */
  | { readonly redirectTo: string; readonly notices?: readonly Notice[] }
  | { readonly page: PrivateView; readonly headers?: Readonly<Record<string, string | number>> };

/** @param status status of a page that names none */
export function sendFormReply(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FormReply,
  status = 200,
): Promise<FastifyReply> | FastifyReply {
  if ('redirectTo' in answer) {
    saveNotices(shop, reply, answer.notices ?? []);
    return seeOther(reply, answer.redirectTo);
  }
  return renderPrivatePage(shop, request, reply.headers(answer.headers ?? {}), { status, ...answer.page });
}
