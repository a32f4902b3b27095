import { getWalletEndpoints } from '#features/wallet/index.ts';
import type { Finding } from '#platform/checks/checks.ts';
import type { App } from './app.ts';

interface OpenedShop {
  readonly app: App;
  /** Origin on which the shop listens. */
  readonly address: string;
  /** Problems of the shop's setup, such as missing tax rates for the countries of `shop.config.ts`. */
  readonly findings: readonly Finding[];
  /** Path of the secret link that creates the first owner. Null when the shop has an owner. */
  readonly firstRunPath: string | null;
  /** Description of the database for an operator. */
  readonly database: string;
}

export function formatWelcome({ app, address, findings, firstRunPath, database }: OpenedShop): string {
  const { config, choices } = app.shop;
  const wallet = getWalletEndpoints(app.shop);
  const shopUrl = config.port === 0 ? address : config.publicUrl;
  const rows = [
    ['Shop', config.mode === 'live' ? `${config.publicUrl} (listening at ${address})` : shopUrl],
    ...(config.mode === 'demo' ? [['Mail', `${shopUrl}/outbox (nothing is sent)`]] : []),
    ...(firstRunPath === null ? [] : [['Owner', `${shopUrl}${firstRunPath} (makes you the owner, once)`]]),
    ...(wallet?.kind === 'test' ? [['Wallet', describeTestWallet(wallet.restUrl)]] : []),
    ...(config.mode === 'live' && config.mailUrl === null
      ? [['Mail', `not sent, because MAIL_URL is not set; kept in ${config.dataDir}/outbox`]]
      : []),
    ...(config.metricsPort === null ? [] : [['Metrics', `port ${config.metricsPort}, /metrics`]]),
    ['Database', database],
    ...formatAttention(findings),
    ['Orders', 'npm run shop -- orders list'],
  ];
  const lines = rows.map(([name = '', value]) => `  ${name.padEnd(10)}${value}`);
  return `\n${choices.name} is open (${config.mode} mode). Ctrl+C closes it.\n\n${lines.join('\n')}\n\n`;
}

/** Repeats the accounts of `wallet-sandbox/`, which shares no code with the shop. */
const describeTestWallet = (restUrl: string) =>
  `${restUrl}/books (no money moves; pay as ${testWalletAccounts.join(', ')}, any password)`;

/** @public tests compare these accounts with the test wallet's */
export const testWalletAccounts = ['ada@example.com', 'grace@example.com', 'plato@example.com'];

function formatAttention(findings: readonly Finding[]): string[][] {
  const names = new Set(findings.filter(({ state }) => state !== 'ok').map(({ what }) => what));
  return names.size === 0 ? [] : [['Check', `${[...names].join(', ')}: npm run shop -- doctor`]];
}
