import { z } from 'zod';
import { verifyBotCheck } from '#features/bot-check/index.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import { toMailboxKey } from '#platform/mail/unproven-recipients.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { escapeHtml } from '#platform/pages/html-template.ts';
import { alertsPath, type PhoneProblem, type SubscriberProblem, subscribeNonce } from '../contract.ts';
import { stockAlertErrors } from '../errors.ts';
import { createFormPage, createThanksPage } from '../parts/form-page.tsx';
import { stockAlertSettings } from '../settings.ts';
import { stockAlertTexts as texts } from '../texts.ts';
import { getAlertSubject, getCheckKind, usesPluginScript } from './bot-check.ts';
import { checkSubscriber } from './check-subscriber.shared.ts';
import { type SubscriptionFields, subscriptionFields } from './fields.ts';
import { readPhone } from './read-phone.ts';
import { getConsentText, getDefaultCountry, getRules } from './rules.ts';
import { type SubscribeResult, subscribe } from './subscribe.ts';

type Result =
  | SubscribeResult
  | { readonly ok: false; readonly code: SubscriberProblem | 'BOT_CHECK_FAILED' | 'TOO_MANY_ALERTS' };
type Problem = Extract<Result, { readonly ok: false }>;

/** Subscribes an address. The checks run in the order of the form, and the first problem is the answer. */
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
  // The script of the plugin puts the answer of the check into the token of the form, and does not send the agreement,
  // which it checks itself.
  const isPlugin = usesPluginScript(shop);
  const country = fields.phoneMeta?.iso2 ?? getDefaultCountry(shop);
  const phone = rules.phone === 'off' || fields.phone === '' ? '' : readPhone(fields.phone, country);
  const typed = { ...fields, agrees: fields.agrees || isPlugin };
  const problem = checkSubscriber(typed, rules, () => (phone === '' ? 'PHONE_INVALID' : getPhoneProblem(phone)));
  if (problem !== null) return { ok: false, code: problem };
  const email = normalizeEmail(fields.email);
  if (!isEmail(email)) return { ok: false, code: 'EMAIL_INVALID' };
  const answer = fields.botCheck || (isPlugin ? fields.security : '');
  // A service that does not answer keeps nobody out: limits hold in any case.
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
