import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReactNode } from 'react';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { WalletButtons } from '#features/wallet/buttons/wallet-buttons.tsx';
import { getWalletOrigins } from '#features/wallet/buttons/wallet-origins.ts';
import type { WalletButtonsSettings } from '#features/wallet/contract.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Database } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { allowOrigins } from '#platform/pages/page-origins.ts';
import { startWalletSandbox, type WalletSandbox } from '#wallet-sandbox/index.ts';
import { buildOnce } from '../build-once.ts';
import { type OpenShop, useOpenShop } from './open-shop.ts';

/** A shop with pages of the test, which have buttons of the wallet, and the provider's stand-in. */
export interface WalletPages {
  readonly open: OpenShop;
  readonly sandbox: WalletSandbox;
  /** Content of `/trial-wallet` (cached) and `/trial-wallet/private`. */
  body: ReactNode;
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
  let folder: string;
  const env: Record<string, string> = { MODE: 'demo' };
  beforeAll(async () => {
    sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null });
    Object.assign(env, { TEST_WALLET_URL: sandbox.publicUrl, TEST_WALLET_REST_URL: sandbox.restUrl });
    folder = await buildOnce('wallet-pages', buildScript);
  });
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
    env,
    choices: { features: [feature] },
  });
  const pages: WalletPages = {
    open,
    get sandbox() {
      return sandbox;
    },
    body: null,
    begin: () => createOrder(sandbox),
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

/** Makes an order at the stand-in, as the shop's server would. @param context of the order */
export async function createOrder({ restUrl, credentials }: WalletSandbox, context: object = {}): Promise<string> {
  const post = async (path: string, authorization: string, body: string) => {
    const headers = { authorization, 'content-type': 'application/json', 'paypal-request-id': crypto.randomUUID() };
    const reply = await fetch(`${restUrl}${path}`, { method: 'POST', headers, body });
    return (await reply.json()) as Record<string, string>;
  };
  const basic = btoa(`${credentials.clientId}:${credentials.clientSecret}`);
  const { access_token: token } = await post('/v1/oauth2/token', `Basic ${basic}`, 'grant_type=client_credentials');
  const experience_context = { shipping_preference: 'NO_SHIPPING', ...context };
  const order = {
    intent: 'CAPTURE',
    purchase_units: [{ amount: { currency_code: 'EUR', value: '10.00' } }],
    payment_source: { paypal: { experience_context } },
  };
  return (await post('/v2/checkout/orders', `Bearer ${token}`, JSON.stringify(order))).id ?? '';
}

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
