// The shop in development: one door that Vite answers at first and the shop after it. What runs on the server is started
// anew when it changes; islands and styles change in the open page.
import { statSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { createServerModuleRunner, createServer as createViteServer } from 'vite';

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);
const address = `http://localhost:${port}`;

/** Asks nothing of the shop while it starts: requests wait here. */
let shop = Promise.resolve(null);

const door = createHttpServer((request, response) => {
  if (isForVite(request)) vite.middlewares(request, response, () => void answer(request, response));
  else void answer(request, response);
});

/** Sources, what Vite makes of packages, and public files; left to itself it would take `/shop` for `shop.ts`. */
function isForVite({ url = '/', headers }) {
  const { pathname } = new URL(url, address);
  if (/^\/(@|__|src\/|themes\/|examples\/|extensions\/|node_modules\/)/.test(pathname)) return true;
  const file = join(import.meta.dirname, '..', 'public', pathname);
  return headers.accept === 'text/x-vite-ping' || statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

async function answer(request, response) {
  const running = await shop;
  if (running) running.app.http.server.emit('request', request, response);
  else response.writeHead(500, { 'content-type': 'text/plain' }).end('The shop did not start: see the terminal.\n');
}

const vite = await createViteServer({
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: door } },
  plugins: [withClient()],
});
const { client, ssr } = vite.environments;
// Of our own, so that nothing is evaluated again behind our back.
const runner = createServerModuleRunner(ssr, { hmr: false });

door.once('error', (error) => {
  const taken = error.code === 'EADDRINUSE';
  console.error(taken ? `Port ${port} is taken. Choose another one: PORT=3001 npm run dev` : error);
  process.exit(1);
});
await new Promise((resolve) => door.listen(port, host, resolve));
await startAnew(null);

/** @returns nothing; `shop` is the new one, or null when it did not start */
async function startAnew(before) {
  shop = (async () => {
    await before?.close();
    try {
      runner.clearCache();
      const { createAssets } = await runner.import('/src/platform/islands/assets.ts');
      const { startShop } = await runner.import('/src/app/start.ts');
      // The shop itself listens where nobody looks; its address is the door's.
      const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: process.env.PUBLIC_URL ?? address };
      return await startShop(createAssets('development'), env);
    } catch (error) {
      vite.ssrFixStacktrace(error);
      console.error(error.stack ?? error);
      return null;
    }
  })();
  if (await shop) console.log(`  Develop   ${address} (follows every change)\n`);
}

let changed = new Set();
let timer;
let restarting = Promise.resolve();

vite.watcher.on('all', (_event, file) => {
  if (!ssr.moduleGraph.getModulesByFile(file)?.size) return;
  changed.add(file);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const files = changed;
    changed = new Set();
    restarting = restarting.then(() => restart([...files]));
  }, 60);
});

async function restart(files) {
  for (const file of files) ssr.moduleGraph.onFileChange(file);
  await startAnew(await shop);
  // What a page loads as script, it replaces itself.
  if (files.some((file) => !client.moduleGraph.getModulesByFile(file)?.size)) client.hot.send({ type: 'full-reload' });
}

/** Every page follows changes, also one without islands. */
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
    door.close();
    door.closeAllConnections();
    await (await shop)?.close();
    await vite.close();
    process.exit(0);
  });
}
