import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { clearCookie, readCookie, setCookie } from '#platform/http/security/cookies.ts';

/**
 * A message for the next page. The cookie holds codes and numbers only, so that nobody can inject
 * text.
 */
const noticeSchema = z.object({
  code: z.enum([
    'added',
    'updated',
    'restored',
    'LINE_NOT_FOUND',
    'QUANTITY_INVALID',
    'NOT_ENOUGH_STOCK',
    'ONE_PER_ORDER',
  ]),
  key: z.uuid().optional(),
  count: z.int().min(0).max(1_000_000).optional(),
  max: z.int().min(0).max(1_000_000).optional(),
});

export type CartNotice = z.infer<typeof noticeSchema>;

const noticeCookie = 'vt_notice';
const minuteSeconds = 60;
const maxNotices = 8;

export function saveNotices({ config }: Shop, reply: FastifyReply, notices: readonly CartNotice[]): void {
  const value = Buffer.from(JSON.stringify(notices.slice(0, maxNotices))).toString('base64url');
  if (notices.length > 0) setCookie(config, reply, noticeCookie, value, { seconds: minuteSeconds, httpOnly: true });
}

/** Reads and clears the notices. A prefetch leaves them for the page that is shown. */
export function consumeNotices({ config }: Shop, request: FastifyRequest, reply: FastifyReply): CartNotice[] {
  const value = readCookie(request, noticeCookie);
  if (!value) return [];
  if (!request.headers['sec-purpose']) clearCookie(config, reply, noticeCookie);
  const parsed = z
    .array(noticeSchema)
    .max(maxNotices)
    .safeParse(parseJson(Buffer.from(value, 'base64url').toString()));
  return parsed.success ? parsed.data : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
