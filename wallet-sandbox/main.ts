import { resolve } from 'node:path';
import { startWalletSandbox } from './index.ts';

/** Starts the sandbox as a program of its own. Its settings are in README.md. */

const { env } = process;
const port = Number(env.SANDBOX_PORT ?? 3100);

const sandbox = await startWalletSandbox({
  port,
  restPort: Number(env.SANDBOX_REST_PORT ?? port + 1),
  dataFile: resolve(env.SANDBOX_DATA ?? '.data/wallet-sandbox.jsonl'),
  host: env.SANDBOX_HOST ?? '127.0.0.1',
  webhookUrl: env.SANDBOX_WEBHOOK_URL ?? null,
  ...(env.SANDBOX_URL ? { publicUrl: env.SANDBOX_URL.replace(/\/$/, '') } : {}),
});

console.log(`Test wallet for browsers: ${sandbox.publicUrl}`);
console.log(`Its REST calls: ${sandbox.restUrl}, its books: ${sandbox.restUrl}/books`);
if (sandbox.webhookId !== null) console.log(`Webhook ${sandbox.webhookId}: ${env.SANDBOX_WEBHOOK_URL}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void sandbox.stop().then(() => process.exit(0));
  });
}
