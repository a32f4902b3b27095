import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getHostCookieName, readCookie, setCookie } from '#platform/http/security/cookies.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';

/**
 * When a form was opened in a browser: by the calls of its script, or as a page that is not cached. Each opening is
 * good for one message. Nothing about the shopper (docs/decisions/0090).
 */
export interface FormOpenings {
  /** The browser, as far as this form goes: random. */
  readonly mark: string;
  /** In milliseconds since 1970, the oldest first. */
  readonly times: readonly number[];
}

const purpose = 'contact-form-openings';
/** Milliseconds. Tabs stay open for days. */
const lifetime = 7 * 24 * 60 * 60 * 1000;
/** As many tabs of one form may each send a message at once. */
const maxOpenings = 4;

const getName = ({ config }: Pick<Shop, 'config'>, formId: number) =>
  getHostCookieName(config, `form_opened_${formId}`);

/** @returns null without the shop's own cookie */
export function readOpenings(shop: Shop, request: FastifyRequest, formId: number): FormOpenings | null {
  const cookie = readCookie(request, getName(shop, formId)) ?? '';
  const [, content = '', mark = '', list = '', signature = ''] =
    /^(([\w-]{12})\.([0-9a-z-]{0,50}))\.([\w-]{43})$/.exec(cookie) ?? [];
  if (signature === '' || !isSigned(shop.config.secrets, purpose, `${formId}\n${content}`, signature)) return null;
  const now = shop.clock.now().getTime();
  const times = list.split('-').map((time) => Number.parseInt(time, 36));
  return { mark, times: times.filter((time) => time <= now && time > now - lifetime) };
}

interface OpeningChanges {
  /** Whether the form is opened now. Of many openings the oldest stay. */
  readonly isOpened?: boolean;
  /** The opening that a message used. */
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

/**
 * Takes the oldest opening that no other message has used; the same message may use its own again. Its commit does not
 * wait for the disk (docs/decisions/0072).
 */
const insertUse = sqlQuery<{ position: number }>(
  'contact-forms.use-opening',
  `with opening as (
    select given.opening, position, expires_at from unnest($1::text[], $2::timestamptz[]) with ordinality as given(opening, expires_at, position)
    cross join (select set_config('synchronous_commit', 'off', true)) as commits_early
    where not exists (select from contact_form_uses used where used.opening = given.opening and used.submission_hash <> $3)
    order by position limit 1
  ), used as (
    insert into contact_form_uses as used (opening, submission_hash, expires_at) select opening, $3, expires_at from opening
    on conflict (opening) do update set submission_hash = excluded.submission_hash where used.submission_hash = excluded.submission_hash
    returning opening
  )
  select position::int from opening join used using (opening)`,
);

const getKey = (formId: number, mark: string, time: number) => `${formId}.${mark}.${time.toString(36)}`;

/** @returns the opening that the message uses; null when other messages have used all */
export async function takeOpening(
  shop: Shop,
  formId: number,
  { openings, submissionHash }: { readonly openings: FormOpenings; readonly submissionHash: string },
): Promise<number | null> {
  const { mark, times } = openings;
  if (times.length === 0) return null;
  const keys = times.map((time) => getKey(formId, mark, time));
  const [used] = await insertUse(shop.db, [keys, times.map((time) => new Date(time + lifetime)), submissionHash]);
  return (used && times[used.position - 1]) ?? null;
}

const deleteUses = sqlQuery(
  'contact-forms.give-back-opening',
  'delete from contact_form_uses where opening = any($1::text[]) and submission_hash = $2',
);

/** For a message that was not accepted: what is sent instead may use the opening. */
export async function giveBackOpening(
  shop: Shop,
  formId: number,
  { openings, submissionHash }: { readonly openings: FormOpenings | null; readonly submissionHash: string },
): Promise<void> {
  if (!openings || openings.times.length === 0) return;
  await deleteUses(shop.db, [openings.times.map((time) => getKey(formId, openings.mark, time)), submissionHash]);
}

const deleteExpired = sqlQuery('contact-forms.purge-openings', 'delete from contact_form_uses where expires_at < $1');

/** An expired opening is refused by its time, so its use need not be known. */
export const purgeOpeningsJob = defineJob({
  name: 'contact-forms:purge-openings',
  schema: z.strictObject({}),
  every: '35 * * * *',
  run: async (shop) => {
    await deleteExpired(shop.db, [shop.clock.now()]);
  },
});
