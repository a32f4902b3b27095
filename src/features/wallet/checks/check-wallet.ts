import type { Finding, ShopCheck } from '#platform/checks/checks.ts';
import type { Shop } from '#platform/features/shop.ts';
import { WalletRefusal } from '../rest/errors.ts';
import { getWalletClient, type WalletClient } from '../rest/wallet-client.ts';
import { walletSettings } from '../settings.ts';
import { findOwnWebhook, getWebhookUrl, listWebhooks, type Webhook } from '../webhooks/find-webhook.ts';

const about = 'wallet';
/** Milliseconds to wait for the provider's answer. */
const timeout = 12_000;
/** Maximum error of the clock in milliseconds: webhooks and tokens contain times. */
const largestSkew = 60_000;

/**
 * Checks the account, the webhook and the clock. Asks the provider only for an operator, who can wait for the answer.
 */
export const checkWallet: ShopCheck = async (shop, { isForOperator }) => {
  const client = getWalletClient(shop);
  const { clientId, clientSecret } = shop.settings(walletSettings);
  if (!client) {
    if (clientId === '' && clientSecret === null) return [];
    const text = `${clientId === '' ? 'no client id' : 'no secret'} is set, so the wallet is not offered`;
    const action = `Set wallet.${clientId === '' ? 'clientId' : 'clientSecret'}: docs/wallet.md`;
    return [{ what: 'Wallet', state: 'warning', text, action, about }];
  }
  if (!isForOperator) return [describeAccount(client)];
  try {
    return await askProvider(shop, client);
  } catch (error) {
    const isRefused = error instanceof WalletRefusal;
    return [
      {
        ...{ what: 'Wallet', state: 'error', about },
        text: isRefused ? `the provider refuses the account: ${error.refusal.issue}` : 'the provider does not answer',
        action: isRefused
          ? 'Check wallet.environment, wallet.clientId and wallet.clientSecret'
          : 'Check the connection of the server, and the provider’s status page',
      },
    ];
  }
};

function describeAccount({ endpoints }: WalletClient): Finding {
  const what = 'Wallet';
  if (endpoints.kind === 'live') return { what, state: 'ok', text: 'the account is set', about };
  if (endpoints.kind === 'test') return { what, state: 'ok', text: 'the test wallet is used: no money moves', about };
  const text = 'an account of the provider’s sandbox is set: no money moves';
  const action = 'Set wallet.environment to live, with the account’s own client id and secret';
  return { what, state: 'warning', text, action, about };
}

async function askProvider(shop: Shop, client: WalletClient): Promise<Finding[]> {
  await client.checkAccount();
  const webhooks = await listWebhooks(client, AbortSignal.timeout(timeout));
  const own = findOwnWebhook(shop, client, webhooks);
  return [describeAccount(client), checkWebhook(shop, client, own), checkClock(shop, client)];
}

function checkWebhook(shop: Shop, { endpoints }: WalletClient, own: Webhook | null): Finding {
  const what = 'Wallet webhook';
  const { webhookId } = shop.settings(walletSettings);
  const isSigned = endpoints.kind === 'test' || webhookId === '' || own?.id === webhookId;
  if (own && isSigned) return { what, state: 'ok', text: own.url, about };
  const text = own
    ? 'wallet.webhookId is not the id of the webhook with the shop’s address, so that its messages are refused'
    : 'none leads to the shop: payments are settled when shoppers return, or by a job within minutes';
  const action = `Register ${getWebhookUrl(shop)} for all events at the provider, and set wallet.webhookId to its id or reset it`;
  return { what, state: 'warning', text, action, about };
}

function checkClock({ clock }: Shop, { skew }: WalletClient): Finding {
  const what = 'Clock';
  if (Math.abs(skew) <= largestSkew) return { what, state: 'ok', text: 'as the wallet’s', about };
  const side = skew > 0 ? 'ahead of' : 'behind';
  const text = `${Math.round(Math.abs(skew) / 1000)} seconds ${side} the wallet’s (${clock.now().toISOString()})`;
  return { what, state: 'warning', text, action: 'Synchronise the clock of the server, such as by NTP', about };
}
