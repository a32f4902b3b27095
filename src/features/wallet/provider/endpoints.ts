import type { Shop } from '#platform/features/shop.ts';
import { walletSettings } from '../settings.ts';

/** Servers of the wallet, and the account that the shop has there. */
export interface WalletEndpoints {
  /** `test`: the stand-in of the demo shop. No money moves there, nor in the sandbox. */
  readonly kind: 'live' | 'sandbox' | 'test';
  /** Origin of the pages on which shoppers pay, and of the SDK unless `sdkUrl` is another one. */
  readonly webUrl: string;
  /** Address of the SDK, without parameters. */
  readonly sdkUrl: string;
  /** Origin of the REST calls. */
  readonly restUrl: string;
  readonly clientId: string;
  /** Shows nothing of itself where it is printed. */
  readonly clientSecret: { reveal(): string };
}

const hosts = {
  live: { webUrl: 'https://www.paypal.com', restUrl: 'https://api-m.paypal.com' },
  sandbox: { webUrl: 'https://www.sandbox.paypal.com', restUrl: 'https://api-m.sandbox.paypal.com' },
} as const;

/** The account of the test wallet, which everybody knows. */
const testAccount = { clientId: 'test-wallet-client', clientSecret: { reveal: () => 'test-wallet-secret' } } as const;

/**
 * Finds the servers that the shop pays with: the provider's when an account is set, else the test wallet of a
 * demo shop.
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
