import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { EventRequest, ProviderEvent } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { links, moneyDocument, paymentNames } from '../rest/documents.ts';
import { WalletRefusal } from '../rest/errors.ts';
import { parseJson } from '../rest/token-source.ts';
import { getWalletClient, type WalletClient } from '../rest/wallet-client.ts';
import { findWebhookId } from './find-webhook.ts';
import { loadSigningKey } from './signing-keys.ts';

const header = z.string().min(1).max(1000);
const signatureHeaders = z.object({
  'paypal-transmission-id': header,
  'paypal-transmission-time': z.string().regex(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/),
  'paypal-transmission-sig': header,
  'paypal-cert-url': header,
  'paypal-auth-algo': z.literal('SHA256withRSA'),
});

type SignatureHeaders = z.infer<typeof signatureHeaders>;

const text = z.string().max(200).nullish();
/** An order, authorization, capture, refund or dispute, reduced to the fields that identify its payment. */
const resource = z.object({
  ...{ id: text, ...paymentNames, links },
  purchase_units: z.array(z.object({ custom_id: text })).nullish(),
  disputed_transactions: z.array(z.object({ custom: text, seller_transaction_id: text })).nullish(),
});
const eventBody = z.object({
  ...{ id: z.string().min(1).max(200), event_type: z.string(), create_time: z.string() },
  resource: resource.catch({}),
});

type EventBody = z.infer<typeof eventBody>;

/**
 * Verifies the signature of a webhook over its raw bytes, and reads which payment the event is about.
 * @returns null for an event that is unsigned or can't be read
 */
export async function parseWalletEvent(shop: Shop, { body, headers }: EventRequest): Promise<ProviderEvent | null> {
  const client = getWalletClient(shop);
  const signed = signatureHeaders.safeParse(headers);
  if (!client || !signed.success) return null;
  if (!(await isSigned(shop, client, body, signed.data))) return null;
  const event = eventBody.safeParse(parseJson(body.toString()));
  if (!event.success) return null;
  const { id: eventId, event_type } = event.data;
  const approvedAt = event_type === 'CHECKOUT.ORDER.APPROVED' ? toShopTime(shop, event.data, signed.data) : null;
  // Return events that name no known payment, too: the payment may become known later.
  return { eventId, approvedAt, ...(await findNames(client, event.data)) };
}

async function isSigned(shop: Shop, client: WalletClient, body: Buffer, headers: SignatureHeaders): Promise<boolean> {
  const webhookId = await findWebhookId(shop, client);
  if (webhookId === null) {
    shop.log.warn('a webhook came that the wallet has not registered: its signature can’t be checked');
    return false;
  }
  const key = await loadSigningKey(shop, client.endpoints, headers['paypal-cert-url']);
  if (!key) return false;
  const { 'paypal-transmission-id': id, 'paypal-transmission-time': time } = headers;
  const message = Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`);
  return verify('sha256', message, key, Buffer.from(headers['paypal-transmission-sig'], 'base64'));
}

/** Milliseconds of clock difference that are not corrected. */
const smallSkew = 10_000;
/** Milliseconds. With a larger difference the message was probably sent again with its original time. */
const largestSkew = 5 * 60_000;
/** Milliseconds for the message's transit, and for times without fractions of seconds. */
const margin = 2000;

/**
 * Converts the time of an event to the shop's clock, in doubt to an earlier time, since it is compared with the
 * shop's own times.
 */
function toShopTime({ clock }: Shop, { create_time }: EventBody, headers: SignatureHeaders): Date | null {
  const happened = Date.parse(create_time);
  const skew = clock.now().getTime() - Date.parse(headers['paypal-transmission-time']);
  if (Number.isNaN(happened) || Number.isNaN(skew)) return null;
  const isSkewed = Math.abs(skew) > smallSkew && Math.abs(skew) < largestSkew;
  return new Date(isSkewed ? happened + skew - margin : happened);
}

type Names = Pick<ProviderEvent, 'publicId' | 'reference'>;

async function findNames(client: WalletClient, { event_type, resource }: EventBody): Promise<Names> {
  const { id, custom_id, purchase_units, supplementary_data, disputed_transactions } = resource;
  const [disputed] = disputed_transactions ?? [];
  const isOrder = event_type.startsWith('CHECKOUT.');
  const publicId = custom_id ?? purchase_units?.[0]?.custom_id ?? disputed?.custom ?? null;
  const reference = (isOrder ? id : supplementary_data?.related_ids?.order_id) ?? null;
  if (publicId !== null || reference !== null) return { publicId, reference };
  const link = resource.links?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'));
  const captureId = disputed?.seller_transaction_id ?? link?.href.split('/').at(-1);
  return captureId === undefined ? { publicId, reference } : findNamesOfCapture(client, captureId);
}

/** Looks up the payment of a capture: refunds and disputes that begin at the provider may name only the capture. */
async function findNamesOfCapture(client: WalletClient, captureId: string): Promise<Names> {
  const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`;
  const signal = AbortSignal.timeout(8000);
  try {
    const call = { operation: 'getCapture', method: 'GET', path, schema: moneyDocument, signal } as const;
    const { custom_id, supplementary_data } = await client.call(call);
    return { publicId: custom_id ?? null, reference: supplementary_data?.related_ids?.order_id ?? null };
  } catch (error) {
    if (error instanceof WalletRefusal) return { publicId: null, reference: null };
    throw error;
  }
}
