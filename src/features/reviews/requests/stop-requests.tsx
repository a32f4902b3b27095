import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MailRefusals } from '#features/email-preferences/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { toMailboxKey } from '#platform/mail/unproven-recipients.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { Button } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { reviewSettings } from '../settings.ts';
import { reviewTexts as texts } from '../texts.ts';

const purpose = 'reviews.stop';
const stopPath = '/stop-review-requests/:hash/:key';

type StopShop = Pick<Shop, 'config'>;

/** The hash is keyed, so that the table doesn't reveal email addresses. */
const hashAddress = ({ config }: StopShop, email: string): string =>
  sign(config.secrets, 'reviews.address', toMailboxKey(email));

/** Full URL that ends these mails. It is a page for people, and mail programs post to it (RFC 8058). */
export function createStopUrl(shop: StopShop, email: string): string {
  const hash = hashAddress(shop, email);
  const key = sign(shop.config.secrets, purpose, hash);
  return shop.config.publicUrl + stopPath.replace(':hash', hash).replace(':key', key);
}

/** @returns the hash of the email address; null when the signature is invalid */
function readHash({ config }: StopShop, params: unknown): string | null {
  const { hash = '', key = '' } = params as Readonly<Record<string, string>>;
  return isSigned(config.secrets, purpose, hash, key) ? hash : null;
}

const insertStop = sqlQuery(
  'reviews.stop-requests',
  'insert into review_request_stops (email_hash, stopped_at) values ($1, $2) on conflict do nothing',
);

const deleteStop = sqlQuery('reviews.allow-requests', 'delete from review_request_stops where email_hash = $1');

const selectStops = sqlQuery<{ hash: string }>(
  'reviews.find-stops',
  'select email_hash as hash from review_request_stops where email_hash = any($1)',
);

export async function hasStopped(shop: StopShop, db: Db, emails: readonly string[]): Promise<boolean> {
  return (await selectStops(db, [emails.map((email) => hashAddress(shop, email))])).length > 0;
}

/** Fills the port of optional mails: the account page has the same switch as the links in the mails. */
export const requestMails = {
  ...{ kind: 'review-requests', title: texts.requests, description: texts.requestsText },
  refusals: {
    isOffered: ({ settings }) => settings(reviewSettings).request !== 'off',
    has: (shop, db, email) => hasStopped(shop, db, [email]),
    set: async (shop, db, email, isRefused) => {
      const hash = hashAddress(shop, email);
      await (isRefused ? insertStop(db, [hash, shop.clock.now()]) : deleteStop(db, [hash]));
    },
  } satisfies MailRefusals,
};

/** The page itself changes nothing, because programs that scan mails open its link. */
export function registerStopPage(app: FastifyInstance, shop: Shop): void {
  app.get(stopPath, (request, reply) =>
    readHash(shop, request.params) === null
      ? reply.callStatusPage(404)
      : renderPrivatePage(shop, request, reply, createPage(shop, request.url)),
  );
}

export const stopRequestsMutation = defineMutation({
  name: 'reviews.stop-requests',
  description: 'Ends mails that ask for reviews, for the address of a signed link.',
  schema: z.unknown(),
  run: async ({ shop, request }) => {
    const hash = readHash(shop, request.params);
    if (hash === null) return { ok: false, code: 'not_found' } as const;
    await insertStop(shop.db, [hash, shop.clock.now()]);
    return { ok: true } as const;
  },
  // Mail programs may send `multipart/form-data`.
  files: () => ({ maxBytes: 0, maxFiles: 0 }),
  form: { path: stopPath, success: ({ shop }) => ({ page: createPage(shop, null) }) },
});

/** @param action URL of the form; null when the mails are already ended */
function createPage({ t }: Shop, action: string | null): PrivateView {
  const title = t(texts.stopTitle);
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} lead={t(action === null ? texts.stopped : texts.stopText)} />
      {action !== null && (
        <form method="post" action={action}>
          <Button>{t(texts.stopButton)}</Button>
        </form>
      )}
    </div>
  );
  return { title, body };
}
