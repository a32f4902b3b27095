import {
  Client,
  ClientCredentialsAuthManager,
  Environment,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk';

/** A REST server that speaks the provider's language: the stand-in, or the provider's own sandbox. */
export interface Target {
  readonly name: string;
  readonly orders: OrdersController;
  readonly payments: PaymentsController;
  /** A call without the provider's library, with a token. */
  send(method: string, path: string, options?: SendOptions): Promise<Sent>;
}

export interface SendOptions {
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
  /** Whether a refused token is renewed once; default: true. */
  readonly renews?: boolean;
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { details?: { issue: string; field?: string }[]; id?: string };
}

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const realHost = 'https://api-m.sandbox.paypal.com';

export function connectTarget(name: string, url: string, { clientId, clientSecret }: Credentials): Target {
  const credentials = { oAuthClientId: clientId, oAuthClientSecret: clientSecret };
  const client = new Client({
    clientCredentialsAuthCredentials: credentials,
    environment: Environment.Sandbox,
    timeout: 30_000,
    // The library knows the provider's own hosts alone.
    ...(url === realHost ? {} : { unstable_httpClientOptions: { adapter: createAdapter(url) } }),
  });
  const auth = new ClientCredentialsAuthManager(credentials, client);
  let token: Promise<string> | undefined;
  const sendOnce = async (method: string, path: string, { body, text, headers = {} }: SendOptions) => {
    token ??= auth
      .fetchToken()
      .then(({ accessToken }) => accessToken)
      .catch((error: unknown) => {
        token = undefined;
        throw error;
      });
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    return fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${await token}`, 'content-type': 'application/json', ...headers },
      ...(content === undefined ? {} : { body: content }),
    });
  };
  return {
    name,
    orders: new OrdersController(client),
    payments: new PaymentsController(client),
    async send(method, path, options = {}) {
      let response = await sendOnce(method, path, options);
      if (response.status === 401 && options.renews !== false) {
        token = undefined;
        response = await sendOnce(method, path, options);
      }
      const received = await response.text();
      return { status: response.status, headers: response.headers, body: received === '' ? {} : JSON.parse(received) };
    },
  };
}

/** The provider's sandbox, when the environment has credentials for it. */
export function connectRealSandbox(): Target | null {
  const { WALLET_CLIENT_ID: clientId, WALLET_CLIENT_SECRET: clientSecret } = process.env;
  return clientId && clientSecret
    ? connectTarget('the provider’s sandbox', realHost, { clientId, clientSecret })
    : null;
}

interface AdapterRequest {
  readonly url?: string;
  readonly method?: string;
  readonly headers: { toJSON(): Record<string, string> };
  readonly data?: unknown;
}

/** Sends what the library's HTTP client would send, but to this address. */
function createAdapter(url: string) {
  return async (config: AdapterRequest) => {
    const { url: wanted = '', method = 'get', headers, data } = config;
    const body = data === undefined || data === null ? {} : { body: String(data) };
    const request = { method: method.toUpperCase(), headers: headers.toJSON(), ...body };
    const response = await fetch(wanted.replace(realHost, url), request);
    const { status, statusText } = response;
    const shown = Object.fromEntries(response.headers);
    return { data: await response.text(), status, statusText, headers: shown, config, request: {} };
  };
}
