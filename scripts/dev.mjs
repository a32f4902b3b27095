// The development server: one HTTP server that passes requests to Vite first, then to the shop.
// Server code restarts the shop when it changes; islands and styles are replaced in the open page.
import { statSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { createServerModuleRunner, createServer as createViteServer } from 'vite';

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);
const address = `http://localhost:${port}`;

/** Requests wait for this promise while the shop starts. Null: it did not start. */
let shop = Promise.resolve(null);

const httpServer = createHttpServer((request, response) => {
  if (isForVite(request)) vite.middlewares(request, response, () => void passToShop(request, response));
  else void passToShop(request, response);
});

/** Sources, packages and public files only: otherwise Vite would answer `/shop` with `shop.ts`. */
function isForVite({ url = '/', headers }) {
  const { pathname } = new URL(url, address);
  if (/^\/(@|__|src\/|themes\/|examples\/|extensions\/|node_modules\/)/.test(pathname)) return true;
  const file = join(import.meta.dirname, '..', 'public', pathname);
  return headers.accept === 'text/x-vite-ping' || statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

async function passToShop(request, response) {
  const running = await shop;
  if (running) running.app.http.server.emit('request', request, response);
  else
    response.writeHead(500, { 'content-type': 'text/plain' }).end('The shop did not start. The terminal shows why.\n');
}

const vite = await createViteServer({
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: httpServer } },
  plugins: [withClient()],
});
const { client, ssr } = vite.environments;
// Without hot replacement: `restart` decides when server code runs again.
const runner = createServerModuleRunner(ssr, { hmr: false });

httpServer.once('error', (error) => {
  const isTaken = error.code === 'EADDRINUSE';
  console.error(isTaken ? `Port ${port} is taken. Choose another one: PORT=3001 npm run dev` : error);
  process.exit(1);
});
await new Promise((resolve) => httpServer.listen(port, host, resolve));
const testWallet = await startTestWallet();
await startNewShop(null);

/** It stays while the shop is started again. Null: the shop is to have none, or its settings are wrong. */
async function startTestWallet() {
  const { readConfig } = await runner.import('/src/platform/config/config.ts');
  const { createLog } = await runner.import('/src/platform/http/log.ts');
  const { prepareTestWallet } = await runner.import('/src/app/supervisor/test-wallet.ts');
  const settings = readConfig({ ...process.env, HOST: host, PORT: String(port) });
  const wallet = settings.ok ? await prepareTestWallet(settings.config, createLog(settings.config.logLevel)) : null;
  wallet?.start();
  return wallet;
}

/** Closes the previous shop and sets `shop` to the new one, or to null when it did not start. */
async function startNewShop(previous) {
  shop = (async () => {
    await previous?.close();
    try {
      runner.clearCache();
      const { createAssets } = await runner.import('/src/platform/islands/assets.ts');
      const { startShop } = await runner.import('/src/app/start.ts');
      // The shop listens on a random port; its public address is that of this server.
      const own = { PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: process.env.PUBLIC_URL ?? address };
      const env = { ...process.env, ...own, ...testWallet?.variables };
      const opened = await startShop(createAssets('development'), env);
      process.stdout.write(opened.welcome);
      return opened;
    } catch (error) {
      vite.ssrFixStacktrace(error);
      console.error(error.stack ?? error);
      return null;
    }
  })();
  if (await shop) console.log(`  Develop   ${address} (follows every change)\n`);
}

let changedFiles = new Set();
let timer;
let restarting = Promise.resolve();

vite.watcher.on('all', (_event, file) => {
  if (!ssr.moduleGraph.getModulesByFile(file)?.size) return;
  changedFiles.add(file);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const files = changedFiles;
    changedFiles = new Set();
    restarting = restarting.then(() => restart([...files]));
  }, 60);
});

async function restart(files) {
  for (const file of files) ssr.moduleGraph.onFileChange(file);
  await startNewShop(await shop);
  // Files that the page loads as script are replaced there.
  if (files.some((file) => !client.moduleGraph.getModulesByFile(file)?.size)) client.hot.send({ type: 'full-reload' });
}

/** Adds Vite's client to every page, so that pages without islands reload too. */
function withClient() {
  return {
    name: 'vitrine:dev-client',
    transform: (code, id) => (id.endsWith('/src/app/browser.ts') ? `import '/@vite/client';\n${code}` : undefined),
  };
}

let isClosing = false;

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    httpServer.close();
    httpServer.closeAllConnections();
    await (await shop)?.close();
    await testWallet?.stop();
    await vite.close();
    process.exit(0);
  });
}
