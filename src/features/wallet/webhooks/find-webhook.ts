import type { z } from 'zod';
import { providerEventsPath } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { walletId } from '../contract.ts';
import { webhooksDocument } from '../rest/documents.ts';
import type { WalletClient } from '../rest/wallet-client.ts';
import { walletSettings } from '../settings.ts';

/** Milliseconds for which the webhook's id is cached. */
const keptFor = 60 * 60 * 1000;
const missKeptFor = 60 * 1000;

const answers = new WeakMap<WalletClient, { readonly id: string | null; readonly until: number }>();

export type Webhook = z.infer<typeof webhooksDocument>['webhooks'][number];

export const getWebhookUrl = ({ config }: Pick<Shop, 'config'>): string =>
  `${config.publicUrl}${providerEventsPath(walletId)}`;

export async function listWebhooks(client: WalletClient, signal: AbortSignal): Promise<readonly Webhook[]> {
  const path = '/v1/notifications/webhooks';
  const call = { operation: 'listWebhooks', method: 'GET', path, schema: webhooksDocument, signal } as const;
  return (await client.call(call)).webhooks;
}

/**
 * Finds the webhook for the shop's address. For the test wallet only the path counts, since its host name for the
 * shop may differ.
 */
export function findOwnWebhook(shop: Shop, { endpoints }: WalletClient, webhooks: readonly Webhook[]): Webhook | null {
  const own = getWebhookUrl(shop);
  const isOwn = ({ url }: Webhook) =>
    endpoints.kind === 'test' ? URL.parse(url)?.pathname === providerEventsPath(walletId) : url === own;
  return webhooks.find(isOwn) ?? null;
}

/**
 * Returns the webhook id that signatures cover: the id of the settings, else the provider's id of the webhook for the
 * shop's address.
 * @returns null when there is no such webhook
 */
export async function findWebhookId(shop: Shop, client: WalletClient): Promise<string | null> {
  const { webhookId } = shop.settings(walletSettings);
  if (webhookId !== '' && client.endpoints.kind !== 'test') return webhookId;
  const now = shop.clock.now().getTime();
  const known = answers.get(client);
  if (known && now < known.until) return known.id;
  const found = findOwnWebhook(shop, client, await listWebhooks(client, AbortSignal.timeout(8000)));
  answers.set(client, { id: found?.id ?? null, until: now + (found ? keptFor : missKeptFor) });
  return found?.id ?? null;
}
