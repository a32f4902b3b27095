import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { Agent, request } from 'undici';
import { addToCartPath } from '#features/cart/contract.ts';
import { checkoutPath, termsField } from '#features/checkout/contract.ts';

/** A client without script: keeps cookies, submits forms and does not follow redirects. */
export interface Shopper {
  /** Values as the shop sent them, not decoded. */
  readonly cookies: Map<string, string>;
  /** Default: in a domain that no other shopper has, because orders per domain are limited. */
  readonly email: string;
  /** @param url path in the shop, or a whole address */
  visit(url: string): Promise<Answer>;
  /**
   * Submits a form as from a page of the shop. Rejects without an answer.
   * @param url path in the shop, or a whole address
   */
  submit(url: string, fields: Fields, signal?: AbortSignal): Promise<Answer>;
  /** Submits a form with files. */
  submitFiles(url: string, form: FormData | EncodedForm, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Submits the product form. @param choices fields of a variable product: `attribute_glaze` … */
  addToCart(productId: number, quantity?: number, choices?: Fields): Promise<Answer>;
  /**
   * Opens the checkout and fills in its form: request key, total, first shipping and payment method.
   * @returns null when the cart can't be ordered
   */
  fillInCheckout(): Promise<FormFields | null>;
  /** Submits the form of the checkout. Rejects without an answer. */
  /** Answers a form that is shown again with that page. */
  placeOrder(form: Fields, signal?: AbortSignal): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  /** Target of a redirect, else ''. */
  readonly location: string;
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly body: string;
  readonly json: LightMyRequestResponse['json'];
}

/** Values by the name of the field. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;
export type FormFields = Readonly<Record<string, string>>;

interface SentRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
}

type Transport = (sent: SentRequest) => Promise<Omit<Answer, 'location' | 'json'>>;

/** The shop: in this process, or the origin at which it listens. */
type ShopAddress = { readonly http: FastifyInstance } | { readonly url: string };

interface ShopperOptions {
  readonly email?: string | undefined;
  /** Value of X-Forwarded-For; default: no such header. */
  readonly address?: string | undefined;
  /** Sends again what a busy shop refuses with 503, as its page asks people to. Default: false. */
  readonly isPatient?: boolean;
}

export function newShopper(shop: ShopAddress, { email, address, isPatient = false }: ShopperOptions = {}): Shopper {
  const once = 'http' in shop ? injectInto(shop.http) : sendTo(shop.url);
  const transport = isPatient ? sendUntilServed(once) : once;
  const cookies = new Map<string, string>();
  const send = async ({ headers, ...sent }: SentRequest): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sentHeaders = {
      ...{ accept: 'text/html', 'sec-fetch-site': 'same-origin' },
      ...headers,
      ...(cookie === '' ? {} : { cookie }),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    };
    const answer = await transport({ ...sent, headers: sentHeaders });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) storeCookie(cookies, String(line));
    return { ...answer, location: String(answer.headers.location ?? ''), json: () => JSON.parse(answer.body) };
  };
  const shopper: Shopper = {
    cookies,
    email: email ?? `shopper@${randomUUID()}.example`,
    visit: (url) => send({ method: 'GET', url, headers: {} }),
    submit(url, fields, signal) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return send({ method: 'POST', url, headers, body: encodeForm(fields), ...(signal ? { signal } : {}) });
    },
    async submitFiles(url, form, headers = {}) {
      const { type, body } = form instanceof FormData ? await encodeFiles(form) : form;
      return send({ method: 'POST', url, headers: { 'content-type': type, ...headers }, body });
    },
    addToCart: (productId, quantity = 1, choices = {}) =>
      shopper.submit(addToCartPath, { product_id: String(productId), quantity: String(quantity), ...choices }),
    async fillInCheckout() {
      const page = await shopper.visit(checkoutPath);
      if (page.status === 303) return null;
      if (page.status !== 200) throw new Error(`the checkout answered ${page.status}`);
      return { ...addressFields, ...readCheckoutFields(page.body), billing_email: shopper.email };
    },
    async placeOrder(form, signal) {
      const answer = await shopper.submit(checkoutPath, form, signal);
      return answer.location.startsWith(checkoutPath) ? shopper.visit(answer.location) : answer;
    },
  };
  return shopper;
}

const injectInto =
  (http: FastifyInstance): Transport =>
  async ({ body: payload, ...sent }) => {
    const { statusCode: status, headers, body } = await http.inject({ ...sent, ...(payload ? { payload } : {}) });
    return { status, headers, body };
  };

const createAgent = () => new Agent({ connections: 256, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 });

let agent = createAgent();

/** Closes the connections of all shoppers that reach a shop through its origin. Later requests open new ones. */
export async function closeConnections(): Promise<void> {
  const closing = agent;
  agent = createAgent();
  await closing.close();
}

const sendTo =
  (origin: string): Transport =>
  async ({ url, ...sent }) => {
    const { statusCode: status, headers, body } = await request(new URL(url, origin), { dispatcher: agent, ...sent });
    return { status, headers, body: await body.text() };
  };

/** A shop that is too busy refuses before it has changed anything. Gives up after 20 s. */
const sendUntilServed =
  (transport: Transport): Transport =>
  async (sent) => {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const answer = await transport(sent);
      if (answer.status !== 503 || Date.now() > deadline) return answer;
      await sleep(200);
    }
  };

/** A form with files as it is sent. */
export interface EncodedForm {
  readonly type: string;
  readonly body: Buffer;
}

export async function encodeFiles(form: FormData): Promise<EncodedForm> {
  const encoded = new Response(form);
  return { type: encoded.headers.get('content-type') ?? '', body: Buffer.from(await encoded.arrayBuffer()) };
}

const encodeForm = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, item])),
  ).toString();

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const equals = pair.indexOf('=');
  const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
  if (value === '' || /;\s*max-age=0\b/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

const addressFields: FormFields = {
  billing_country: 'IE',
  billing_first_name: 'Ada',
  billing_last_name: 'Byrne',
  billing_address_1: '1 Quay Lane',
  billing_city: 'Cork',
  billing_postcode: 'T12 X4Y5',
};

/** Fields of the checkout's page that the shopper does not type: the first of each choice, accepted terms. */
const readCheckoutFields = (html: string): FormFields => ({
  request_key: readInputValue(html, 'request_key'),
  expected_total: readInputValue(html, 'expected_total'),
  shipping_method: readInputValue(html, 'shipping_method'),
  payment_method: readInputValue(html, 'payment_method'),
  [termsField]: readInputValue(html, termsField),
});

/** Value of the first input with this name; '' when there is none. */
export function readInputValue(html: string, name: string): string {
  const input = html.match(new RegExp(`<input\\b[^>]*\\bname="${name}"[^>]*>`))?.[0] ?? '';
  return /\bvalue="([^"]*)"/.exec(input)?.[1] ?? '';
}

/** Token of the order to whose page, or to whose payment, an answer redirects; null otherwise. */
export function readOrderToken({ status, location }: Answer): string | null {
  return status === 303 ? (/^\/order\/([\w-]{22,100})(?:\/pay)?$/.exec(location)?.[1] ?? null) : null;
}
