import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { ShopCheck } from '#platform/checks/checks.ts';
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

/** Another address, or another secret of the shop, has another key. */
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
    const url = shop.settings(contactFormSettings).webhook?.reveal() ?? null;
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
  const { id, formId, formTitle, sender, fields, files, page, receivedAt } = message;
  const body = JSON.stringify({
    ...{ event: 'contact-forms.message-received', id, form: { id: formId, title: formTitle }, sender, page },
    fields: fields.map(({ name, label, values }) => ({ name, label, values })),
    files: files.map(({ name, type, bytes }) => ({ name, type, bytes })),
    receivedAt: receivedAt.toISOString(),
  });
  const problem = await sendSigned(shop, url, { id: String(id), body });
  if (problem !== null) throw new Error(`the webhook of contact messages: ${problem}`);
}

/** @returns why the call was not taken; null when it was */
async function sendSigned(
  shop: Pick<Shop, 'config' | 'clock'>,
  url: string,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<string | null> {
  const isLive = shop.config.mode === 'live';
  if (isLive && !url.startsWith('https:')) return 'it has no https address';
  const timestamp = String(Math.floor(shop.clock.now().getTime() / 1000));
  const signature = createHmac('sha256', getWebhookKey(shop, url)).update(`${timestamp}.${body}`).digest('hex');
  const sent = await fetchBytes(url, {
    ...{ maxBytes: 100_000, accept: '*/*', maxRedirects: 0 },
    post: {
      ...{ type: 'application/json', body },
      headers: { 'vitrine-id': id, 'vitrine-timestamp': timestamp, 'vitrine-signature': `v1=${signature}` },
    },
    allowPrivate: isLive ? [] : ['127.0.0.1'],
  });
  if (sent.ok || sent.code === 'TOO_LARGE') return null;
  return sent.code === 'NOT_FETCHED' ? sent.reason : sent.code;
}

export const checkWebhook: ShopCheck = async (shop, { isForOperator }) => {
  const url = shop.settings(contactFormSettings).webhook?.reveal() ?? null;
  if (url === null || !isForOperator) return [];
  const finding = { what: 'Webhook of contact messages', about: contactFormSettings.name };
  const body = JSON.stringify({ event: 'contact-forms.test', sentAt: shop.clock.now().toISOString() });
  const problem = await sendSigned(shop, url, { id: 'test', body });
  if (problem === null) return [{ ...finding, state: 'ok', text: 'the test was taken' }];
  const action = 'Check contact-forms.webhook, and that its receiver answers with a status of 2xx';
  return [{ ...finding, state: 'error', text: `the test was not taken: ${problem}`, action }];
};
