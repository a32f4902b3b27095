import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a token is worth, as the services answer: `POST secret=…&response=…`. */
type TokenFacts = Readonly<{ score?: number; action?: string; hostname?: string }>;

export interface SiteVerifyServer {
  readonly origin: string;
  readonly secret: string;
  /** Makes a token that passes once. */
  issue(facts: TokenFacts): string;
  /** How it answers from now on. */
  mode: 'up' | 'error' | 'html' | 'slow' | 'wrong-secret' | 'redirect';
  /** Bodies of the requests. */
  readonly requests: string[];
  stop(): void;
}

/** Tokens of the scripts need no call: they begin with this, and have the action, if there is one. */
const browserToken = /^browser-([\w-]+)-[\w-]{36}$/;

/**
 * What browsers load: `testscore` with `ready` and `execute`, `testwidget` with `render`. The element of a widget
 * calls back for events of its own: `expired-callback`, `error-callback`, and `callback` with any token.
 */
const siteScript = `{
  const create = async (action) => 'browser-' + action + '-' + crypto.randomUUID();
  window.testscore = { ready: (callback) => callback(), execute: (key, { action }) => create(action) };
  window.testwidget = {
    render(element, options) {
      const { callback, action, theme } = options;
      for (const name of ['callback', 'expired-callback', 'error-callback'])
        element.addEventListener(name, ({ detail }) => options[name](detail ?? undefined));
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.theme = theme;
      button.textContent = 'I am a person';
      button.addEventListener('click', () => create(action).then(callback));
      element.append(button);
      return 1;
    },
    remove() {},
  };
}`;

/** Starts a service that verifies tokens, with the replies and error codes of the real ones. */
export async function startSiteVerify(): Promise<SiteVerifyServer> {
  const tokens = new Map<string, TokenFacts & { isUsed: boolean }>();
  const secret = 'site-secret-4711';
  const issue = (facts: TokenFacts) => {
    const token = crypto.randomUUID();
    tokens.set(token, { ...facts, isUsed: false });
    return token;
  };
  const state: Pick<SiteVerifyServer, 'mode' | 'requests'> = { mode: 'up', requests: [] };
  const judge = (body: URLSearchParams) => {
    const fail = (...codes: string[]) => ({ success: false, 'error-codes': codes });
    if (body.get('secret') !== secret || state.mode === 'wrong-secret') return fail('invalid-input-secret');
    const response = body.get('response') ?? '';
    const [, action] = browserToken.exec(response) ?? [];
    if (action !== undefined && !tokens.has(response))
      tokens.set(response, { score: 0.9, ...(action === 'undefined' ? {} : { action }), isUsed: false });
    const token = tokens.get(response);
    if (!token) return fail('invalid-input-response');
    if (token.isUsed) return fail('timeout-or-duplicate');
    token.isUsed = true;
    const { isUsed: _, ...facts } = token;
    return { success: true, challenge_ts: '2026-03-02T10:15:00Z', 'error-codes': [], ...facts };
  };
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith('/api.js'))
      return response.setHeader('content-type', 'text/javascript').end(siteScript);
    const body = await text(request);
    state.requests.push(body);
    if (state.mode === 'slow') return;
    if (state.mode === 'error') return response.writeHead(502).end('Bad gateway');
    if (state.mode === 'html') return response.end('<h1>Maintenance</h1>');
    if (state.mode === 'redirect') return response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(judge(new URLSearchParams(body))));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    ...{ origin: `http://127.0.0.1:${port}`, secret, issue },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
