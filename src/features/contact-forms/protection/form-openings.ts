import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getHostCookieName, readCookie, setCookie } from '#platform/http/security/cookies.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';

/**
 * When a form was opened in a browser: by the calls of its script, or as a page that is not cached. Each opening is
 * good for one message. It says nothing about the shopper (docs/decisions/0054).
 */
export interface FormOpenings {
  /** Random id of this browser, another one for each form. */
  readonly mark: string;
  /** In milliseconds since 1970, the oldest first. */
  readonly times: readonly number[];
}

const purpose = 'contact-form-openings';
/** Milliseconds. Tabs stay open for days. */
const lifetime = 7 * 24 * 60 * 60 * 1000;
/** Number of open tabs with the same form that can still send a message each. */
const maxOpenings = 4;

const getName = ({ config }: Pick<Shop, 'config'>, formId: number) =>
  getHostCookieName(config, `form_opened_${formId}`);

/** @returns null without the shop's own cookie */
export function readOpenings(shop: Shop, request: FastifyRequest, formId: number): FormOpenings | null {
  const cookie = readCookie(request, getName(shop, formId)) ?? '';
  // The cookie is `mark.time-time.signature`.
  const [, content = '', mark = '', list = '', signature = ''] =
    /^(([\w-]{12})\.([0-9a-z-]{0,50}))\.([\w-]{43})$/.exec(cookie) ?? [];
  if (signature === '' || !isSigned(shop.config.secrets, purpose, `${formId}\n${content}`, signature)) return null;
  const now = shop.clock.now().getTime();
  const times = list.split('-').map((time) => Number.parseInt(time, 36));
  return { mark, times: times.filter((time) => time <= now && time > now - lifetime) };
}

interface OpeningChanges {
  /** Whether the form is opened now. If there are many openings, the oldest stay. */
  readonly isOpened?: boolean;
  readonly used?: number | null;
}

/** Remembers openings in the browser. Call it in replies that are not cached. */
export function keepOpenings(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  formId: number,
  { isOpened = false, used = null }: OpeningChanges,
): void {
  const { mark = randomBytes(9).toString('base64url'), times = [] } = readOpenings(shop, request, formId) ?? {};
  const now = shop.clock.now().getTime();
  // The same moment again would be the same opening.
  const opened = isOpened ? [Math.max(now, ...times.map((time) => time + 1))] : [];
  const left = [...times.filter((time) => time !== used), ...opened].slice(0, maxOpenings);
  const content = `${mark}.${left.map((time) => time.toString(36)).join('-')}`;
  const value = `${content}.${sign(shop.config.secrets, purpose, `${formId}\n${content}`)}`;
  setCookie(shop.config, reply, getName(shop, formId), value, { seconds: lifetime / 1000, httpOnly: true });
}

export interface OpeningUse {
  /** Unique among the openings of all forms. */
  readonly opening: string;
  readonly expiresAt: Date;
}

export const getOpeningUse = (formId: number, { mark }: FormOpenings, time: number): OpeningUse => ({
  opening: `${formId}.${mark}.${time.toString(36)}`,
  expiresAt: new Date(time + lifetime),
});

/** No row when another message has used it. The same message may use its own again. */
const insertUse = sqlQuery<{ opening: string }>(
  'contact-forms.use-opening',
  `insert into contact_form_uses as used (opening, submission_hash, expires_at) values ($1, $2, $3)
  on conflict (opening) do update set submission_hash = excluded.submission_hash where used.submission_hash = excluded.submission_hash
  returning opening`,
);

export async function recordOpeningUse(
  tx: Tx,
  { opening, expiresAt }: OpeningUse,
  submissionHash: string,
): Promise<boolean> {
  return (await insertUse(tx, [opening, submissionHash, expiresAt])).length > 0;
}

const deleteExpired = sqlQuery('contact-forms.purge-openings', 'delete from contact_form_uses where expires_at < $1');

/** An expired opening is refused by its time, so its use need not be known. */
export const purgeOpeningUses = ({ db, clock }: Pick<Shop, 'db' | 'clock'>) => deleteExpired(db, [clock.now()]);
