import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberWithError,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import { z } from 'zod';
import { verifyBotCheck } from '#features/bot-check/index.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import { toMailboxKey } from '#platform/mail/unproven-recipients.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { escapeHtml } from '#platform/pages/html-template.ts';
import { agreeField, alertsPath, type PhoneProblem, type SubscriberProblem, subscribeNonce } from '../contract.ts';
import { stockAlertErrors } from '../errors.ts';
import { createFormPage, createThanksPage } from '../parts/form-page.tsx';
import { stockAlertSettings } from '../settings.ts';
import { stockAlertTexts as texts } from '../texts.ts';
import { getAlertSubject, getCheckKind, usesPluginScript } from './bot-check.ts';
import { checkSubscriber } from './check-subscriber.shared.ts';
import { getConsentText, getDefaultCountry, getRules } from './rules.ts';
import { type SubscribeResult, subscribe } from './subscribe.ts';

const text = (max: number) => z.string().max(max).default('');
const id = z.union([z.literal('').transform(() => 0), z.coerce.number().int().min(0).max(2_147_483_647)]).default(0);

const metaField = /^subscriber_phone_meta\[(\w{1,40})\]$/;
const maxMetaFields = 20;
/** The column holds 2,000 bytes, and the database adds a space after each comma and colon. */
const maxMetaBytes = 1_900;

/**
 * Fields of a subscription. The plugin's script also sends its whole configuration as `dataobj[…]`, which is ignored,
 * and the country of the phone number in single fields or as JSON.
 */
const subscriptionFields = z
  .looseObject({
    product_id: id.describe('Id of the product'),
    variation_id: id.describe('Id of the variation; 0 or empty for any'),
    subscriber_name: text(200),
    subscriber_phone: text(40),
    subscriber_phone_meta: text(2000).describe("JSON of the selected country's data"),
    user_email: text(1000),
    user_id: text(20).describe('0 for a guest. It proves nothing: the session says who asks'),
    security: text(4000).describe(
      'The token of the form; the nonce is in the header. From the script of the plugin, the answer of the bot check',
    ),
    custom_quantity: text(20),
    [agreeField]: text(20).describe('Not empty: the box is checked'),
    bot_check: text(4000).describe('The answer of the bot check, where it is asked for'),
    kind: z.enum(['stock', 'price']).default('stock'),
  })
  .transform((fields) => ({
    ...{ productId: fields.product_id, kind: fields.kind, botCheck: fields.bot_check, security: fields.security },
    variationId: fields.variation_id === 0 || fields.variation_id === fields.product_id ? null : fields.variation_id,
    name: readField(fields, 'subscriber_name'),
    phone: readField(fields, 'subscriber_phone'),
    phoneMeta: readMeta(fields),
    email: fields.user_email,
    quantity: readField(fields, 'custom_quantity'),
    agrees: fields[agreeField] !== '',
  }));

type SubscriptionFields = z.output<typeof subscriptionFields>;

const readField = (fields: Readonly<Record<string, unknown>>, name: string): string =>
  String(fields[name] ?? '').trim();

/** @returns data that tells the country of the phone number; null when there is none */
function readMeta(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> | null {
  const single = Object.entries(fields).flatMap(([name, value]) => {
    const key = metaField.exec(name)?.[1];
    return key === undefined || typeof value !== 'string' ? [] : [[key, value.slice(0, 100)] as const];
  });
  const entries = single.length > 0 ? single : listJsonEntries(String(fields.subscriber_phone_meta ?? ''));
  const meta = Object.fromEntries(entries.slice(0, maxMetaFields));
  const json = JSON.stringify(meta);
  // Leave out data that the column can't store: it has a maximum size, and JSON in PostgreSQL has no NUL.
  return entries.length === 0 || Buffer.byteLength(json) > maxMetaBytes || json.includes('\\u0000') ? null : meta;
}

function listJsonEntries(json: string): readonly (readonly [string, string])[] {
  const parsed = z.record(z.string().max(40), z.unknown()).safeParse(parseJson(json));
  if (!parsed.success) return [];
  return Object.entries(parsed.data).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value).slice(0, 100)] as const] : [],
  );
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

type Result =
  | SubscribeResult
  | { readonly ok: false; readonly code: SubscriberProblem | 'BOT_CHECK_FAILED' | 'TOO_MANY_ALERTS' };
type Problem = Extract<Result, { readonly ok: false }>;

/** Subscribes an email address. The checks run in the order of the form, and the first problem is reported. */
export const subscribeMutation = defineMutation({
  name: 'stock-alerts.subscribe',
  description: 'Subscribes an address to an email when a product is back in stock, or costs less.',
  schema: subscriptionFields,
  errors: stockAlertErrors,
  limits: { uses: getLimitUses, refuse: () => ({ ok: false, code: 'TOO_MANY_ALERTS' }), countsFailures: false },
  run: runSubscription,
  message: (call, failure) => formatProblem(call, failure),
  form: {
    path: alertsPath,
    success: async (call, result, input): Promise<FormReply> => ({
      page: await createThanksPage(call.shop, input, formatSuccess(call, result)),
    }),
    failure: async (call, failure, input): Promise<FormReply> => ({
      page: await createFormPage(call.shop, input, { typed: input, problem: formatProblem(call, failure) }),
    }),
  },
  ajax: {
    name: ({ stockPrefix }) => `${stockPrefix}_product_subscribe`,
    endpoint: 'ajaxEndpoint',
    nonce: subscribeNonce,
    sharesNonce: true,
    response: z.strictObject({ msg: z.string().describe('HTML') }).meta({ id: 'StockAlertReply' }),
    success: (call, result) => ({ msg: createMessage(call, 'success', formatSuccess(call, result)) }),
    failure: (call, failure) => ({ msg: createMessage(call, 'error', formatProblem(call, failure)) }),
  },
});

async function runSubscription(call: MutationCall, fields: SubscriptionFields): Promise<Result> {
  const { shop } = call;
  const rules = getRules(shop);
  // The plugin's script sends the answer of the bot check in the field of the token. It checks the consent itself and
  // doesn't send it.
  const isPlugin = usesPluginScript(shop);
  const country = fields.phoneMeta?.iso2 ?? getDefaultCountry(shop);
  const phone = rules.phone === 'off' || fields.phone === '' ? '' : readPhone(fields.phone, country);
  const typed = { ...fields, agrees: fields.agrees || isPlugin };
  const problem = checkSubscriber(typed, rules, () => (phone === '' ? 'PHONE_INVALID' : getPhoneProblem(phone)));
  if (problem !== null) return { ok: false, code: problem };
  const email = normalizeEmail(fields.email);
  if (!isEmail(email)) return { ok: false, code: 'EMAIL_INVALID' };
  const answer = fields.botCheck || (isPlugin ? fields.security : '');
  // A service that doesn't answer excludes nobody: the rate limits apply anyway.
  if (getCheckKind(shop) !== null && (await verifyBotCheck(shop, getAlertSubject(fields), { answer })) === 'failed')
    return { ok: false, code: 'BOT_CHECK_FAILED' };
  const { productId, variationId, kind, phoneMeta } = fields;
  const asked = { productId, variationId, kind, email, phone, consentText: getConsentText(shop) };
  const optional = {
    name: rules.name ? fields.name : '',
    phoneMeta: phone === '' ? null : phoneMeta,
    quantity: rules.quantity === 'off' ? null : readQuantity(fields.quantity),
  };
  return subscribe(shop, { ...asked, ...optional }, (await call.getActor()).customer);
}

const getPhoneProblem = (phone: string): PhoneProblem | null =>
  phone.startsWith('PHONE_') ? (phone as PhoneProblem) : null;

function readQuantity(typed: string): number | null {
  const quantity = Math.floor(Number(typed));
  return quantity >= 1 && quantity <= 9999 ? quantity : null;
}

const hourSeconds = 60 * 60;

function getLimitUses({ shop, request }: MutationCall, { email, productId }: SubscriptionFields): LimitUse[] {
  const { address, network, product } = shop.settings(stockAlertSettings).perHour;
  const client = getClientNetwork(request.ip);
  const use = (name: string, max: number, key: string): LimitUse => ({
    limit: { name: `stock-alerts-${name}`, max, seconds: hourSeconds },
    key,
  });
  return [
    use('address', address, toMailboxKey(email)),
    ...(client === null ? [] : [use('network', network, client)]),
    use('product', product, `${productId}`),
  ];
}

const formatProblem = ({ shop }: MutationCall, { code }: Problem): string => shop.t(texts[code]);

const formatSuccess = ({ shop }: MutationCall, { isConfirmed }: { readonly isConfirmed: boolean }): string =>
  shop.t(isConfirmed ? texts.subscribed : texts.askedToConfirm);

const createMessage = ({ shop: { wire } }: MutationCall, kind: 'success' | 'error', text: string): string =>
  `<div class="${wire.stockPrefix}${kind}">${escapeHtml(text)}</div>`;

/**
 * Reads an international number, or a national number of the given country.
 * @param country two letters; when empty or unknown, the number must include its country code
 * @returns the number in the format E.164, or its problem
 */
function readPhone(typed: string, country: string): string | PhoneProblem {
  const code = country.toUpperCase();
  const from: CountryCode | undefined = isSupportedCountry(code) ? code : undefined;
  const problem = validatePhoneNumberLength(typed, from);
  if (problem === 'TOO_SHORT') return 'PHONE_TOO_SHORT';
  if (problem === 'TOO_LONG') return 'PHONE_TOO_LONG';
  if (problem !== undefined) return 'PHONE_INVALID';
  const number = parsePhoneNumberWithError(typed, from === undefined ? {} : { defaultCountry: from });
  return number.isValid() ? number.number : 'PHONE_INVALID';
}
