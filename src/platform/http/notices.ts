import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { clearCookie, readCookie, setCookie } from '#platform/http/security/cookies.ts';

/**
 * A message for the next page. The cookie holds codes and numbers, so that nobody can inject text: the page
 * has the text of each code. The only free text is the value that somebody typed into a field.
 */
export interface Notice {
  readonly code: string;
  /** Id of the object that the message is about. */
  readonly key?: string | undefined;
  /** Numbers of the rows that the message is about, when there are several: at most `maxNoticeKeys`. */
  readonly keys?: readonly string[] | undefined;
  readonly count?: number | undefined;
  readonly max?: number | undefined;
  /** Value that somebody typed. The next page shows it in the same field and nowhere else. */
  readonly typed?: string | undefined;
}

const noticeCookie = 'vt_notice';
const minuteSeconds = 60;
const maxNotices = 8;
/** Maximum number of keys, so that the cookie has less than 4,096 bytes. */
export const maxNoticeKeys = 100;
const maxTyped = 200;
const number = z.int().min(0).max(1_000_000).optional();

const rowNumber = z.string().regex(/^[1-9]\d{0,14}$/);

/** A UUID, or the number of a row. */
const id = z.uuid().or(rowNumber);
const ids = z.array(rowNumber).max(maxNoticeKeys).readonly().optional();

const typed = z
  .string()
  .max(maxTyped)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)
  .optional();

const sentNotices = z
  .array(z.object({ code: z.string(), key: id.optional(), keys: ids, count: number, max: number, typed }))
  .max(maxNotices);

export function saveNotices({ config }: Shop, reply: FastifyReply, notices: readonly Notice[]): void {
  const kept = notices.slice(0, maxNotices).map(dropLongInput);
  const value = Buffer.from(JSON.stringify(kept)).toString('base64url');
  if (notices.length > 0) setCookie(config, reply, noticeCookie, value, { seconds: minuteSeconds, httpOnly: true });
}

function dropLongInput({ typed = '', ...notice }: Notice): Notice {
  return typed !== '' && typed.length <= maxTyped ? { ...notice, typed } : notice;
}

/**
 * Reads and clears the notices. A prefetch leaves the notices for the page that is shown.
 * @param codes the codes that the page has texts for
 */
export function consumeNotices<Code extends string>(
  { config }: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  codes: readonly Code[],
): (Notice & { readonly code: Code })[] {
  const value = readCookie(request, noticeCookie);
  if (!value) return [];
  if (!request.headers['sec-purpose']) clearCookie(config, reply, noticeCookie);
  const parsed = sentNotices.safeParse(parseJson(Buffer.from(value, 'base64url').toString()));
  const isKnown = (notice: Notice): notice is Notice & { readonly code: Code } =>
    codes.some((code) => code === notice.code);
  return parsed.success && parsed.data.every(isKnown) ? parsed.data : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
