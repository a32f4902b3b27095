import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReactNode } from 'react';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { cartContributions } from '#features/cart/index.ts';
import { WalletButtons } from '#features/wallet/buttons/wallet-buttons.tsx';
import { createWalletCartState } from '#features/wallet/buttons/wallet-cart-state.ts';
import { getWalletOrigins } from '#features/wallet/buttons/wallet-origins.ts';
import type { WalletButtonsSettings } from '#features/wallet/contract.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Database } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import { providePort } from '#platform/features/ports.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { allowOrigins } from '#platform/pages/page-origins.ts';
import { startWalletSandbox, type WalletSandbox } from '../../../wallet-sandbox/index.ts';
import { createOrder } from '../../../wallet-sandbox/tests/orders.ts';
import { connectTarget, type Target } from '../../../wallet-sandbox/tests/targets.ts';
import { buildOnce } from '../build-once.ts';
import { type OpenShop, useOpenShop } from './open-shop.ts';

/** A shop with pages of the test, which have buttons of the wallet, and the provider's stand-in. */
export interface WalletPages {
  readonly open: OpenShop;
  readonly sandbox: WalletSandbox;
  readonly target: Target;
  /** Content of `/trial-wallet` (cached) and `/trial-wallet/private`. */
  body: ReactNode;
  /** Whether the provider answers the shop. */
  isAnswering: boolean;
  /** Makes the provider's order of a place's payment. */
  begin: (id: string) => Promise<string>;
  settings(changes?: Partial<WalletButtonsSettings>): WalletButtonsSettings;
}

const script = '/trial-wallet.js';
const style = '/trial-wallet.css';
const texts = {
  loadFailed: 'Wallet couldn’t be loaded here.',
  outage: 'Wallet can’t take payments at the moment.',
  retry: 'Try again',
  noWindow: 'No window opens.',
  goOn: 'Continue to Wallet',
};

export function useWalletPages(database: Database): WalletPages {
  let sandbox: WalletSandbox;
  let target: Target;
  let folder: string;
  beforeAll(async () => {
    sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null });
    target = connectTarget('the stand-in', sandbox.restUrl, sandbox.credentials);
    folder = await buildOnce('wallet-pages', buildScript);
  }, 60_000);
  afterAll(() => sandbox.stop());
  const renderBody = () => {
    allowOrigins(getWalletOrigins({ kind: 'test', sdkUrl: `${sandbox.publicUrl}/sdk/js` }));
    return (
      <div className="wrap">
        <link rel="stylesheet" href={style} />
        {pages.body}
        <script type="module" src={script} />
      </div>
    );
  };
  const feature: Feature = {
    name: 'trial-wallet',
    needs: ['cart'],
    pages: [
      {
        name: 'trial-wallet',
        path: '/trial-wallet',
        load: async () => ({ kind: 'page', title: 'Trial', description: 'Trial', tags: [], body: renderBody() }),
      },
    ],
    routes: (app, shop) => {
      const read = (name: string) => readFile(join(folder, 'assets', name));
      app.get(script, async (_, reply) => reply.type('text/javascript').send(await read('browser.js')));
      app.get(style, async (_, reply) => reply.type('text/css').send(await readFile(sheet)));
      app.get('/trial-wallet/private', { config: { lane: 'private' } }, (request, reply) =>
        renderPrivatePage(shop, request, reply, { title: 'Trial', body: renderBody() }),
      );
      app.post<{ Params: { id: string } }>('/trial-wallet/begin/:id', async ({ params }) => {
        const orderId = await pages.begin(params.id);
        return { orderId, approveUrl: `${sandbox.publicUrl}/checkoutnow?token=${orderId}` };
      });
    },
  };
  const open = useOpenShop(database, {
    choices: {
      features: [feature],
      provides: providePort(cartContributions, [createWalletCartState(() => ({ isAnswering: pages.isAnswering }))]),
    },
  });
  const pages: WalletPages = {
    open,
    get sandbox() {
      return sandbox;
    },
    get target() {
      return target;
    },
    body: null,
    isAnswering: true,
    begin: () => createOrder(target),
    settings: (changes = {}) => ({
      page: 'product-details',
      flow: 'express',
      fundings: ['paypal', 'card'],
      texts,
      sdk: {
        baseUrl: `${sandbox.publicUrl}/sdk/js`,
        queryParams: { 'client-id': sandbox.credentials.clientId, currency: 'EUR', components: 'buttons,messages' },
        errorMessages: {},
      },
      ...changes,
    }),
  };
  return pages;
}

const sheet = join(projectRoot, 'src/features/wallet/buttons/wallet-buttons.css');

/** @param id of the element, by which a script of the test mounts it */
export const renderButtons = (id: string, settings: WalletButtonsSettings): ReactNode => (
  <div className="trial-place" key={id}>
    <WalletButtons settings={settings} label="Pay with Wallet" id={id} />
  </div>
);

async function buildScript(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { browser: 'tests/support/browser/wallet-pages/browser.ts' },
        output: { entryFileNames: 'assets/[name].js', codeSplitting: false },
      },
    },
  });
}
