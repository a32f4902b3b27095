import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';

/** A client without script: keeps cookies and does not follow redirects. */
export interface Shopper {
  readonly cookies: Map<string, string>;
  /** Each shopper has a different domain, because orders per domain are limited. */
  readonly email: string;
  /** Value of X-Forwarded-For; null: no such header. */
  readonly address: string | null;
}

export interface Answer {
  readonly status: number;
  /** Target of a redirect, else ''. */
  readonly location: string;
  readonly body: string;
}

export type Fields = Readonly<Record<string, string>>;

const agent = new Agent({ connections: 256, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 });

/** Closes the connection pool that all shoppers share. */
export const closeConnections = () => agent.close();

export const newShopper = (address: string | null = null): Shopper => ({
  cookies: new Map(),
  email: `shopper@${randomUUID()}.example`,
  address,
});

export function visit(shopper: Shopper, url: string, signal?: AbortSignal): Promise<Answer> {
  return send(shopper, url, { method: 'GET' }, signal);
}

/** Submits a form as a browser does. Rejects without an answer. */
export function submit(shopper: Shopper, url: string, fields: Fields, signal?: AbortSignal): Promise<Answer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return send(shopper, url, { method: 'POST', headers, body: new URLSearchParams(fields).toString() }, signal);
}

interface RequestOptions {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function send(
  { cookies, address }: Shopper,
  url: string,
  sent: RequestOptions,
  signal?: AbortSignal,
): Promise<Answer> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = {
    ...sent.headers,
    accept: 'text/html',
    ...(cookie === '' ? {} : { cookie }),
    ...(address === null ? {} : { 'x-forwarded-for': address }),
  };
  const answer = await request(url, { dispatcher: agent, ...sent, headers, ...(signal ? { signal } : {}) });
  const body = await answer.body.text();
  for (const line of [answer.headers['set-cookie'] ?? []].flat()) storeCookie(cookies, line);
  return { status: answer.statusCode, location: String(answer.headers.location ?? ''), body };
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const equals = pair.indexOf('=');
  const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
  if (value === '' || /;\s*max-age=0\b/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

/** Submits the product form. @param choices fields of a variable product: `attribute_glaze` … */
export function addToCart(
  shopper: Shopper,
  url: string,
  productId: number,
  quantity = 1,
  choices: Fields = {},
  signal?: AbortSignal,
): Promise<Answer> {
  const fields = { product_id: String(productId), quantity: String(quantity), ...choices };
  return submit(shopper, `${url}/cart/add`, fields, signal);
}

const addressFields: Fields = {
  billing_country: 'IE',
  billing_first_name: 'Ada',
  billing_last_name: 'Byrne',
  billing_address_1: '1 Quay Lane',
  billing_city: 'Cork',
  billing_postcode: 'T12 X4Y5',
};

/**
 * Opens the checkout and fills in its form: request key, total, first shipping and payment method.
 * @returns null when the cart can't be ordered
 */
export async function fillInCheckout(shopper: Shopper, url: string, signal?: AbortSignal): Promise<Fields | null> {
  const page = await visit(shopper, `${url}/checkout`, signal);
  if (page.status === 303) return null;
  if (page.status !== 200) throw new Error(`the checkout answered ${page.status}`);
  const hidden = (name: string) => readInputValue(page.body, name);
  return {
    ...addressFields,
    billing_email: shopper.email,
    request_key: hidden('request_key'),
    expected_total: hidden('expected_total'),
    shipping_method: hidden('shipping_method'),
    payment_method: hidden('payment_method'),
  };
}

/** Value of the first input with this name; '' when there is none. */
function readInputValue(html: string, name: string): string {
  const input = html.match(new RegExp(`<input\\b[^>]*\\bname="${name}"[^>]*>`))?.[0] ?? '';
  return /\bvalue="([^"]*)"/.exec(input)?.[1] ?? '';
}

export function placeOrder(shopper: Shopper, url: string, form: Fields, signal?: AbortSignal): Promise<Answer> {
  return submit(shopper, `${url}/checkout`, form, signal);
}

/** Token of the order that an answer redirects to; null otherwise. */
export function readOrderToken({ status, location }: Answer): string | null {
  return status === 303 ? (/^\/order\/([\w-]{22,100})$/.exec(location)?.[1] ?? null) : null;
}
