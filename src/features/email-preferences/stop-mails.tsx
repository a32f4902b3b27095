import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { Button } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { preferencesPath, stopPath } from './paths.ts';
import { optionalMails } from './ports.ts';
import { readStopLink, stopMail } from './preferences.ts';
import { emailPreferenceTexts as texts } from './texts.ts';

/** Registers the page of a stop link. Opening it changes nothing, because mail scanners open links too. */
export function registerStopPage(app: FastifyInstance, shop: Shop): void {
  app.get(stopPath, (request, reply) => {
    const link = readStopLink(shop, request.params);
    return link === null
      ? reply.callStatusPage(404)
      : renderPrivatePage(shop, request, reply, createStopPage(shop, link.kind, request.url));
  });
}

/**
 * Handles posts of mail programs (RFC 8058), which have no cookies, and of the page's button. The link alone
 * identifies the customer.
 */
export const stopMailsMutation = defineMutation({
  name: 'email-preferences.stop-mails',
  description: 'Switches off a kind of optional mail for the customer who is named in a signed link.',
  schema: z.unknown(),
  run: async ({ shop, request }) => {
    const link = readStopLink(shop, request.params);
    if (link === null) return { ok: false, code: 'not_found' } as const;
    await stopMail(shop, shop.db, link.customerId, link.kind);
    return { ok: true, kind: link.kind } as const;
  },
  // Mail programs may send `multipart/form-data`.
  files: () => ({ maxBytes: 0, maxFiles: 0 }),
  form: { path: stopPath, success: ({ shop }, { kind }) => ({ page: createStoppedPage(shop, kind) }) },
});

function createStopPage(shop: Shop, kind: string, action: string): PrivateView {
  const title = shop.t(texts.stopTitle);
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} lead={shop.t(texts.stopText, { title: getTitle(shop, kind) })} />
      <form method="post" action={action}>
        <Button>{shop.t(texts.stopButton)}</Button>
      </form>
    </div>
  );
  return { title, body };
}

function createStoppedPage(shop: Shop, kind: string): PrivateView {
  const title = shop.t(texts.stoppedTitle);
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} lead={shop.t(texts.stoppedText, { title: getTitle(shop, kind) })} />
      <p>
        <a href={preferencesPath}>{shop.t(texts.toPreferences)}</a>
      </p>
    </div>
  );
  return { title, body };
}

/** Returns the kind itself when the shop no longer sends it. */
function getTitle(shop: Shop, kind: string): string {
  const mail = shop.implementations(optionalMails).find((each) => each.kind === kind);
  return mail ? shop.t(mail.title) : kind;
}
