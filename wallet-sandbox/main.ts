import { resolve } from 'node:path';
import { startWalletSandbox } from './index.ts';

/** Starts the sandbox as a program of its own. Its settings are in README.md. */

const { env } = process;
const port = Number(env.SANDBOX_PORT ?? 3100);
const isBesideShop = process.connected === true;
if (isBesideShop) {
  // It ends with who has started it. All changes are written by then.
  process.once('disconnect', () => process.exit(0));
  // A terminal's signals are for the shop, which may need the wallet until it has closed.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
}

const sandbox = await startWalletSandbox({
  port,
  restPort: Number(env.SANDBOX_REST_PORT ?? port + 1),
  dataFile: resolve(env.SANDBOX_DATA ?? '.data/wallet-sandbox.jsonl'),
  host: env.SANDBOX_HOST ?? '127.0.0.1',
  webhookUrl: env.SANDBOX_WEBHOOK_URL ?? null,
  haste: Number(env.SANDBOX_HASTE ?? 1),
  ...(env.SANDBOX_URL ? { publicUrl: env.SANDBOX_URL.replace(/\/$/, '') } : {}),
}).catch((error: NodeJS.ErrnoException): never => {
  const { code, message } = error;
  console.error(`The test wallet can't start: ${code === 'EADDRINUSE' ? message : (error.stack ?? error)}`);
  process.exit(1);
});

console.log(`Test wallet for browsers: ${sandbox.publicUrl}`);
console.log(`Its REST calls: ${sandbox.restUrl}, its books: ${sandbox.restUrl}/books`);
if (sandbox.webhookId !== null) console.log(`Webhook ${sandbox.webhookId}: ${env.SANDBOX_WEBHOOK_URL}`);

process.once('SIGTERM', () => void sandbox.stop().then(() => process.exit(0)));
if (!isBesideShop) process.once('SIGINT', () => void sandbox.stop().then(() => process.exit(0)));
