import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A service that checks VAT numbers, with the replies of the one of the European Union. */
export interface TestVies {
  /** For the setting `vat-numbers.service`. */
  readonly url: string;
  /** Numbers that are not valid, without prefix. All others are. */
  readonly invalid: Set<string>;
  /**
   * How it answers from now on: `lying` says with status 200 that it failed, and `other` answers about another number.
   */
  mode: 'up' | 'lying' | 'error' | 'html' | 'slow' | 'other' | 'huge';
  /** Bodies of the requests. */
  readonly requests: Readonly<Record<string, string>>[];
  stop(): void;
}

export async function startTestVies(): Promise<TestVies> {
  const invalid = new Set<string>();
  const state: Pick<TestVies, 'mode' | 'requests'> = { mode: 'up', requests: [] };
  const reply = ({ countryCode = '', vatNumber = '' }: Readonly<Record<string, string>>) => {
    if (state.mode === 'lying') return { actionSucceed: false, errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ' }] };
    if (state.mode === 'huge') return { valid: true, name: 'x'.repeat(100_000) };
    return {
      ...{ countryCode, vatNumber: state.mode === 'other' ? '999' : vatNumber, valid: !invalid.has(vatNumber) },
      ...{ requestDate: new Date().toISOString(), requestIdentifier: `WAPI${state.requests.length}` },
      ...{ name: 'Beispiel GmbH', address: 'Hauptstr. 1\n10115 Berlin', traderName: '---' },
    };
  };
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    state.requests.push(body);
    if (state.mode === 'slow') return;
    if (state.mode === 'error') return response.writeHead(503).end('Service Unavailable');
    if (state.mode === 'html') return response.end('<h1>Maintenance</h1>');
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(reply(body)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    ...{ url: `http://127.0.0.1:${port}`, invalid },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
