import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';

/** Somebody with a browser without script: cookies are kept, redirects are not followed. */
export interface Shopper {
  readonly cookies: Map<string, string>;
  /** At a domain of their own: shoppers don't all have one provider. */
  readonly email: string;
  /** Network address that a trusted proxy reports; null: the shopper comes without a proxy. */
  readonly address: string | null;
}

export interface Answer {
  readonly status: number;
  /** Of a redirect, else an empty text. */
  readonly location: string;
  readonly body: string;
}

export type Fields = Readonly<Record<string, string>>;

const agent = new Agent({ connections: 256, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 });

/** Ends the connections that all shoppers share. */
export const closeConnections = () => agent.close();

export const newShopper = (address: string | null = null): Shopper => ({
  cookies: new Map(),
  email: `shopper@${randomUUID()}.example`,
  address,
});

export function visit(shopper: Shopper, url: string, signal?: AbortSignal): Promise<Answer> {
  return send(shopper, url, { method: 'GET' }, signal);
}

/** A form as a browser sends it. Rejects when no answer came. */
export function submit(shopper: Shopper, url: string, fields: Fields, signal?: AbortSignal): Promise<Answer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return send(shopper, url, { method: 'POST', headers, body: new URLSearchParams(fields).toString() }, signal);
}

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function send({ cookies, address }: Shopper, url: string, sent: Sent, signal?: AbortSignal): Promise<Answer> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = {
    ...sent.headers,
    accept: 'text/html',
    ...(cookie === '' ? {} : { cookie }),
    ...(address === null ? {} : { 'x-forwarded-for': address }),
  };
  const answer = await request(url, { dispatcher: agent, ...sent, headers, ...(signal ? { signal } : {}) });
  const body = await answer.body.text();
  for (const line of [answer.headers['set-cookie'] ?? []].flat()) keep(cookies, line);
  return { status: answer.statusCode, location: String(answer.headers.location ?? ''), body };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  if (value === '' || /;\s*max-age=0\b/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

/** Adds to the cart by the product's form. @param choices of a product with variations: `attribute_glaze` … */
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

const home: Fields = {
  billing_country: 'IE',
  billing_first_name: 'Ada',
  billing_last_name: 'Byrne',
  billing_address_1: '1 Quay Lane',
  billing_city: 'Cork',
  billing_postcode: 'T12 X4Y5',
};

/**
 * Opens the checkout and fills its form in, as the page says: its key, its total, the first way of delivery and of payment.
 * @returns null when there is nothing that could be ordered
 */
export async function fillInCheckout(shopper: Shopper, url: string, signal?: AbortSignal): Promise<Fields | null> {
  const page = await visit(shopper, `${url}/checkout`, signal);
  if (page.status === 303) return null;
  if (page.status !== 200) throw new Error(`the checkout answered ${page.status}`);
  const hidden = (name: string) => inputValue(page.body, name);
  return {
    ...home,
    billing_email: shopper.email,
    request_key: hidden('request_key'),
    expected_total: hidden('expected_total'),
    shipping_method: hidden('shipping_method'),
    payment_method: hidden('payment_method'),
  };
}

/** Of the first input with that name, wherever its attributes stand; an empty text when there is none. */
function inputValue(html: string, name: string): string {
  const input = html.match(new RegExp(`<input\\b[^>]*\\bname="${name}"[^>]*>`))?.[0] ?? '';
  return /\bvalue="([^"]*)"/.exec(input)?.[1] ?? '';
}

export function placeOrder(shopper: Shopper, url: string, form: Fields, signal?: AbortSignal): Promise<Answer> {
  return submit(shopper, `${url}/checkout`, form, signal);
}

/** The token of the order that an answer leads to; null when it leads elsewhere. */
export function orderTokenOf({ status, location }: Answer): string | null {
  return status === 303 ? (/^\/order\/([\w-]{22,100})$/.exec(location)?.[1] ?? null) : null;
}
