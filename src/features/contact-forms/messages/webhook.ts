import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { awaitAll, type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { fetchBytes } from '#platform/media/fetch-bytes.ts';
import { sign } from '#platform/sessions/signing.ts';
import type { ContactMessageEvent } from '../ports.ts';
import { contactFormSettings } from '../settings.ts';
import { recordDelivery } from './deliver-message.ts';
import { type ContactMessage, findMessage } from './find-messages.ts';

const payloadSchema = z.object({ message: z.int() });

/** The key that signs calls to an address: another address or another secret of the shop has another key. */
export const getWebhookKey = ({ config }: Pick<Shop, 'config'>, url: string): string =>
  sign(config.secrets, 'contact-webhook', url);

const markQueued = sqlQuery(
  'contact-forms.queue-webhook',
  `update contact_messages set webhook = 'queued' where id = $1 and not is_cleared`,
);

/** Handles `contact-forms.message-received`: the call follows the commit. */
export async function enqueueWebhook(shop: Shop, tx: Db, { id }: ContactMessageEvent): Promise<void> {
  if (shop.settings(contactFormSettings).webhook === null) return;
  await awaitAll([markQueued(tx, [id]), shop.jobs.add(tx, webhookJob, { message: id })]);
}

/**
 * Sends a new message to the shop's webhook, until it is answered with 2xx. The receiver may get it
 * again after a lost answer: the id is the same.
 * @throws when it is not taken, so that the job is tried again
 */
export const webhookJob = defineJob({
  name: 'contact-forms:call-webhook',
  schema: payloadSchema,
  run: async (shop, { message: id }: z.infer<typeof payloadSchema>, { isLast }) => {
    const url = shop.settings(contactFormSettings).webhook;
    const message = await findMessage(shop.db, id);
    // Erased, or found to be spam meanwhile.
    if (!message || message.status === 'spam' || message.isCleared) return;
    try {
      if (url !== null) await callWebhook(shop, url, message);
    } catch (error) {
      if (isLast) await recordDelivery(shop, message, { webhook: 'failed' });
      throw error;
    }
    await recordDelivery(shop, message, { webhook: url === null ? 'none' : 'sent' });
  },
});

async function callWebhook(shop: Shop, url: string, message: ContactMessage): Promise<void> {
  const isLive = shop.config.mode === 'live';
  if (isLive && !url.startsWith('https:')) throw new Error('the webhook of contact messages has no https address');
  const { id, formId, formTitle, sender, fields, files, page, receivedAt } = message;
  const body = JSON.stringify({
    ...{ event: 'contact-forms.message-received', id, form: { id: formId, title: formTitle }, sender, page },
    fields: fields.map(({ name, label, values }) => ({ name, label, values })),
    files: files.map(({ name, type, bytes }) => ({ name, type, bytes })),
    receivedAt: receivedAt.toISOString(),
  });
  const timestamp = String(Math.floor(shop.clock.now().getTime() / 1000));
  const signature = createHmac('sha256', getWebhookKey(shop, url)).update(`${timestamp}.${body}`).digest('hex');
  const sent = await fetchBytes(url, {
    ...{ maxBytes: 100_000, accept: '*/*', maxRedirects: 0 },
    post: {
      ...{ type: 'application/json', body },
      headers: { 'vitrine-id': String(id), 'vitrine-timestamp': timestamp, 'vitrine-signature': `v1=${signature}` },
    },
    allowPrivate: isLive ? [] : ['127.0.0.1'],
  });
  if (sent.ok || sent.code === 'TOO_LARGE') return;
  throw new Error(`the webhook of contact messages: ${sent.code === 'NOT_FETCHED' ? sent.reason : sent.code}`);
}
