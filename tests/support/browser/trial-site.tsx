import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { type BrowserConfig, configElement, configToJson } from '#platform/http/browser/config.shared.ts';
import { buildOnce } from '../build-once.ts';
import { getTestBrowser } from '../test-browser.ts';

const config: BrowserConfig = {
  rest: '/rest',
  ajax: '/ajax',
  noncePath: '/nonces',
  nonceHeader: 'X-Trial-Nonce',
  privatePath: '/private',
  hintCookie: 'hint',
  badges: { cart: 'c', wishlist: 'w' },
  locale: 'en',
  prefetchPattern: '^/ahead/[^/]+$',
};

const policy = "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly cookies: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

type AnswerFunction = (asked: RecordedRequest) => Answer | Promise<Answer> | 'cut';

/**
 * A small site for a test: pages with the shop's islands, its browser code built by Vite, its
 * content security policy and a real browser.
 */
export class TrialSite {
  readonly asked: RecordedRequest[] = [];
  origin = '';
  #folder = '';
  #browser: Browser | undefined;
  readonly #contexts: BrowserContext[] = [];
  readonly #pages = new Map<string, ReactNode>();
  readonly #answers = new Map<string, AnswerFunction>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start({ nodeEnv }: SiteOptions): Promise<void> {
    this.#folder = await buildOnce(`trial-${nodeEnv}`, (folder) => buildTrial(folder, nodeEnv));
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    this.#browser = await getTestBrowser({ hasBackForwardCache: true });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
    this.#server.closeAllConnections();
    this.#server.close();
  }

  page(path: string, body: ReactNode): void {
    this.#pages.set(path, body);
  }

  /** @param what e.g. 'POST /nonces' */
  answer(what: string, answering: AnswerFunction): void {
    this.#answers.set(what, answering);
  }

  timesAsked(what: string): number {
    return this.asked.filter(({ method, path }) => `${method} ${path}` === what).length;
  }

  reset(): void {
    this.asked.length = 0;
    this.#pages.clear();
    this.#answers.clear();
  }

  /** Opens a browser context. Console errors, warnings and exceptions are kept in `complaints`. */
  async shopper({ hasScript = true } = {}): Promise<Shopper> {
    if (!this.#browser) throw new Error('the site is not open');
    const context = await this.#browser.newContext({
      baseURL: this.origin,
      viewport: { width: 800, height: 600 },
      javaScriptEnabled: hasScript,
    });
    this.#contexts.push(context);
    const complaints: string[] = [];
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    context.on('weberror', (error) => complaints.push(String(error.error())));
    return {
      complaints,
      context,
      open: async (path) => {
        const page = await context.newPage();
        await page.goto(path);
        return page;
      },
    };
  }

  /**
   * Opens a tab without a Playwright driver, in its own browser context. A driver prevents
   * prerendering and loses pages that return from the back-forward cache.
   * @returns function that closes the tab
   */
  async openUnattended(path: string): Promise<() => Promise<void>> {
    if (!this.#browser) throw new Error('the site is not open');
    const session = await this.#browser.newBrowserCDPSession();
    const { browserContextId } = await session.send('Target.createBrowserContext');
    await session.send('Target.createTarget', { url: this.origin + path, browserContextId });
    return async () => {
      await session.send('Target.disposeBrowserContext', { browserContextId });
      await session.detach();
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.origin);
    response.setHeader('content-security-policy', policy);
    const asked = await readRequest(request, pathname);
    this.asked.push(asked);
    const answering = this.#answers.get(`${asked.method} ${pathname}`);
    if (answering) return sendAnswer(await answering(asked), response);
    if (this.#pages.has(pathname)) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(this.#document(this.#pages.get(pathname)));
    } else if (pathname.startsWith('/assets/')) await this.#sendFile(pathname, response);
    else response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
  }

  #document(body: ReactNode): string {
    const markup = renderToString(
      <html lang="en">
        <head>
          <title>Trial</title>
        </head>
        <body>
          {body}
          <div id="vt-status" role="status" />
          <script
            type="application/json"
            id={configElement}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped JSON
            dangerouslySetInnerHTML={{ __html: configToJson(config) }}
          />
          <script type="module" src="/assets/browser.js" />
        </body>
      </html>,
    );
    return `<!doctype html>${markup}`;
  }

  async #sendFile(path: string, response: ServerResponse): Promise<void> {
    const type = extname(path) === '.js' ? 'text/javascript' : 'text/css';
    try {
      const bytes = await readFile(join(this.#folder, path));
      response.setHeader('content-type', type);
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  }
}

async function readRequest(request: IncomingMessage, path: string): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', headers } = request;
  const cookies = Object.fromEntries((headers.cookie ?? '').split('; ').map((pair) => pair.split('=', 2)));
  return { method, path, headers, body: Buffer.concat(chunks).toString(), cookies };
}

function sendAnswer(answer: Answer | 'cut', response: ServerResponse): void {
  if (answer === 'cut') return void response.destroy();
  const { status = 200, headers, body } = answer;
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(body === undefined ? '' : isText ? body : JSON.stringify(body));
}

export interface Shopper {
  readonly complaints: string[];
  readonly context: Awaited<ReturnType<Browser['newContext']>>;
  open(path: string): Promise<Page>;
}

interface SiteOptions {
  readonly nodeEnv: 'production' | 'development';
}

/** The site for a test file: built and opened in `beforeAll`, closed in `afterAll`. */
export function useTrialSite({ nodeEnv = 'production' }: Partial<SiteOptions> = {}): TrialSite {
  const site = new TrialSite();
  beforeAll(() => site.start({ nodeEnv }));
  afterAll(() => site.stop());
  return site;
}

async function buildTrial(outDir: string, nodeEnv: string): Promise<void> {
  const before = process.env.NODE_ENV;
  // NODE_ENV decides which build of React is bundled.
  process.env.NODE_ENV = nodeEnv;
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      mode: nodeEnv,
      plugins: [react()],
      build: {
        outDir,
        emptyOutDir: false,
        copyPublicDir: false,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { browser: 'tests/support/browser/trial/browser.ts' },
          output: {
            entryFileNames: 'assets/[name].js',
            chunkFileNames: 'assets/[name].js',
            codeSplitting: { groups: [{ name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// }] },
          },
        },
      },
    });
  } finally {
    process.env.NODE_ENV = before;
  }
}
