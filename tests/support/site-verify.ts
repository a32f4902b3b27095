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

/** A script with `ready` and `execute`, and one with `render`, whose tokens the server has issued. */
const script = `
const fetchToken = (action) => fetch(new URL('/issue?action=' + action, document.currentScript?.src ?? base)).then((reply) => reply.text());
const base = document.currentScript.src;
window.testscore = { ready: (callback) => callback(), execute: (key, { action }) => fetchToken(action) };
window.testwidget = {
  render(element, { callback, action }) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'I am a person';
    button.addEventListener('click', () => fetchToken(action).then(callback));
    element.append(button);
    return 1;
  },
  remove() {},
};`;

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
    const token = tokens.get(body.get('response') ?? '');
    if (!token) return fail('invalid-input-response');
    if (token.isUsed) return fail('timeout-or-duplicate');
    token.isUsed = true;
    const { isUsed: _, ...facts } = token;
    return { success: true, challenge_ts: '2026-03-02T10:15:00Z', hostname: 'localhost', 'error-codes': [], ...facts };
  };
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/api.js') return response.setHeader('content-type', 'text/javascript').end(script);
    if (url.pathname === '/issue')
      return response.end(issue({ score: 0.9, action: url.searchParams.get('action') ?? '', hostname: '' }));
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
