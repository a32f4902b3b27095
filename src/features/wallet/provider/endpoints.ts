import type { Shop } from '#platform/features/shop.ts';
import { walletSettings } from '../settings.ts';

export interface WalletEndpoints {
  /** `test` is the simulated wallet of the demo shop. No money moves in `test` and `sandbox`. */
  readonly kind: 'live' | 'sandbox' | 'test';
  /** Origin of the pages on which shoppers pay, and of the SDK unless `sdkUrl` has another origin. */
  readonly webUrl: string;
  /** Address of the SDK, without parameters. */
  readonly sdkUrl: string;
  /** Origin of the REST API. */
  readonly restUrl: string;
  readonly clientId: string;
  /** A wrapper that prints nothing of the secret in logs. */
  readonly clientSecret: { reveal(): string };
}

const hosts = {
  live: { webUrl: 'https://www.paypal.com', restUrl: 'https://api-m.paypal.com' },
  sandbox: { webUrl: 'https://www.sandbox.paypal.com', restUrl: 'https://api-m.sandbox.paypal.com' },
} as const;

/** Account of the test wallet, which is public. */
const testAccount = { clientId: 'test-wallet-client', clientSecret: { reveal: () => 'test-wallet-secret' } } as const;

/**
 * Finds the servers for payments: those of the provider when an account is set, else the test wallet of a demo shop.
 * @returns null when there is no wallet
 */
export function getWalletEndpoints({ config, settings }: Pick<Shop, 'config' | 'settings'>): WalletEndpoints | null {
  const { environment, clientId, clientSecret, sdkUrl } = settings(walletSettings);
  if (clientId !== '' && clientSecret !== null)
    return create({ kind: environment, ...hosts[environment], clientId, clientSecret }, sdkUrl);
  if (config.mode !== 'demo' || config.testWallet === null) return null;
  const { url: webUrl, restUrl } = config.testWallet;
  return create({ kind: 'test', webUrl, restUrl, ...testAccount }, sdkUrl);
}

const create = (endpoints: Omit<WalletEndpoints, 'sdkUrl'>, sdkUrl: string | null): WalletEndpoints => ({
  ...endpoints,
  sdkUrl: sdkUrl ?? `${endpoints.webUrl}/sdk/js`,
});
