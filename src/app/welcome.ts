import type { App } from './app.ts';

interface Where {
  readonly app: App;
  readonly address: string;
  readonly database: string;
}

/** The message of an opened shop: its addresses and next commands. */
export function formatWelcome({ app, address, database }: Where): string {
  const { config, choices } = app.shop;
  const shop = config.port === 0 ? address : config.publicUrl;
  const rows = [
    ['Shop', config.mode === 'live' ? `${config.publicUrl} (listening at ${address})` : shop],
    ...(config.mode === 'demo' ? [['Mail', `${shop}/outbox (nothing is sent)`]] : []),
    ...(config.mode === 'live' && config.mailUrl === null
      ? [['Mail', `not sent, because MAIL_URL is not set; kept in ${config.dataDir}/outbox`]]
      : []),
    ...(config.metricsPort === null ? [] : [['Metrics', `port ${config.metricsPort}, /metrics`]]),
    ['Database', database],
    ['Orders', 'npm run shop -- orders list'],
  ];
  const lines = rows.map(([name = '', value]) => `  ${name.padEnd(10)}${value}`);
  return `\n${choices.name} is open (${config.mode} mode). Ctrl+C closes it.\n\n${lines.join('\n')}\n\n`;
}
