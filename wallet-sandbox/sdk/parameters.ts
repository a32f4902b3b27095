import { createDebugId } from '../state/ids.ts';

const components = [
  'buttons',
  'marks',
  'messages',
  'funding-eligibility',
  'card-fields',
  'hosted-fields',
  'applepay',
  'googlepay',
];
const currencies =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ');
const intents = ['capture', 'authorize', 'order', 'tokenize', 'subscription'];
const funding = [
  ...[
    'paypal',
    'venmo',
    'itau',
    'credit',
    'paylater',
    'card',
    'ideal',
    'sepa',
    'bancontact',
    'giropay',
    'sofort',
    'eps',
  ],
  ...[
    'mybank',
    'p24',
    'blik',
    'trustly',
    'mercadopago',
    'multibanco',
    'wechatpay',
    'oxxo',
    'boletobancario',
    'applepay',
  ],
];
const isIn = (list: readonly string[]) => (value: string) => list.includes(value);
const areIn = (list: readonly string[]) => (value: string) => value.split(',').every((each) => list.includes(each));
const isBoolean = isIn(['true', 'false']);

const checks: Record<string, (value: string) => boolean> = {
  'client-id': (value) => /^[\w.-]+$/.test(value),
  'merchant-id': (value) => /^(\*|[A-Z0-9]{13}|[^@\s,]+@[^@\s,]+)$/.test(value),
  components: areIn(components),
  currency: isIn(currencies),
  intent: isIn(intents),
  commit: isBoolean,
  vault: isBoolean,
  debug: isBoolean,
  locale: (value) => /^[a-z]{2}_[A-Z]{2}$/.test(value),
  'buyer-country': (value) => /^[A-Z]{2}$/.test(value),
  'enable-funding': areIn(funding),
  'disable-funding': areIn(funding),
  'integration-date': (value) => /^\d{4}-\d{2}-\d{2}$/.test(value),
};

export interface SdkParameters {
  readonly components: readonly string[];
  readonly currency: string;
  readonly intent: string;
  readonly commit: boolean;
  readonly merchantId: string | null;
  readonly locale: string;
  readonly buyerCountry: string | null;
  readonly enabledFunding: readonly string[];
  readonly disabledFunding: readonly string[];
}

/** Reads the query of the SDK's address. @returns the text of the refusal when a value is wrong */
export function readParameters(query: URLSearchParams, clientId: string): SdkParameters | string {
  if (!query.get('client-id')) return 'Expected client-id to be passed';
  for (const [key, value] of query) {
    const check = checks[key];
    if (!check) return `Invalid query key: ${key}`;
    if (!check(value)) return `Invalid query value for ${key}: ${value}`;
  }
  const given = query.get('client-id') ?? '';
  if (given !== clientId) return `client-id not recognized for either production or sandbox: ${given}`;
  const list = (key: string) => query.get(key)?.split(',') ?? [];
  return {
    components: query.has('components') ? list('components') : ['buttons'],
    currency: query.get('currency') ?? 'USD',
    intent: query.get('intent') ?? 'capture',
    commit: query.get('commit') !== 'false',
    merchantId: query.get('merchant-id'),
    locale: query.get('locale') ?? 'en_US',
    buyerCountry: query.get('buyer-country'),
    enabledFunding: list('enable-funding'),
    disabledFunding: list('disable-funding'),
  };
}

/** The body of a refusal: a script that throws, and what was wrong for whoever reads it. */
export function formatRefusal(text: string): string {
  const shown = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `throw new Error("SDK Validation error: '${shown.replaceAll('"', '\\"').replaceAll('\n', ' ')}'");

/* Original Error:

${text.replaceAll('*/', '* /')} (debug id: ${createDebugId()})

*/
`;
}
