import { z } from 'zod';
import { normalizeAddress } from '#features/addresses/index.ts';
import { cartPath, readCartHint } from '#features/cart/index.ts';
import { approveUrlField, type NextAction } from '#features/payments/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';
import { formBody, readSingleLine, singleLineField } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { listNetworkUses } from '#platform/limits/network.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import {
  cartOrderCallPath,
  cartOrderPath,
  checkoutPath,
  type ExpressConfirmReply,
  type ExpressStartReply,
  expressConfirmCallPath,
  expressPaymentField,
  expressQuoteCallPath,
  paymentMethodField,
  shippingMethodField,
} from '../contract.ts';
import { checkoutErrors } from '../errors.ts';
import { readFormExtensions } from '../extensions.ts';
import { formatOrderFailure } from '../failure-notices.ts';
import type { TypedOrderFailure } from '../place/place-typed-order.ts';
import { checkoutTexts as texts } from '../texts.ts';
import { type ConfirmSuccess, confirmExpress } from './confirm-express.ts';
import { expressFailureNotices } from './express-notices.tsx';
import { type QuoteSuccess, quoteExpress } from './quote-express.ts';
import { type ExpressFailure, type ExpressStart, startExpress } from './start-express.ts';

type TooMany = Refusal<'TOO_MANY_EXPRESS', { retryAfter: number }>;
type Failure = ExpressFailure | TypedOrderFailure | TooMany;

const hourSeconds = 60 * 60;
const visitorLimit = { name: 'express-visitor', seconds: hourSeconds, max: 60 };
const networkLimit = { name: 'express-network', seconds: hourSeconds, max: 200 };

/** Any of the calls may send a request to the provider, so one limit counts them all. */
async function listUses({ request, getActor }: MutationCall): Promise<LimitUse[]> {
  const { customer, visitorId } = await getActor();
  const visitor = customer ? `customer ${customer.id}` : visitorId;
  return [
    ...(visitor === null ? [] : [{ limit: visitorLimit, key: visitor }]),
    ...listNetworkUses(request, networkLimit),
  ];
}

const limits = {
  uses: listUses,
  refuse: ({ retryAfter }: { readonly retryAfter: number }): TooMany => ({
    ...{ ok: false, code: 'TOO_MANY_EXPRESS', retryAfter },
  }),
  countsFailures: true,
};

const toMinutes = ({ retryAfter }: { readonly retryAfter: number }) => Math.ceil(retryAfter / 60);

function formatFailure({ shop }: MutationCall, failure: Failure, form: FormBody): string {
  const { t } = shop;
  switch (failure.code) {
    case 'TOO_MANY_EXPRESS':
      return t(texts.TOO_MANY_EXPRESS, { minutes: toMinutes(failure) });
    case 'EXPRESS_UNAVAILABLE':
    case 'EXPRESS_UNKNOWN':
    case 'EXPRESS_ENDED':
    case 'EXPRESS_NOT_APPROVED':
    case 'EXPRESS_UNANSWERED':
      return t(texts[failure.code]);
    case 'EMPTY_CART':
    case 'CART_CHANGED':
      return formatOrderFailure(shop, { ok: false, code: failure.code }, {});
    default:
      return formatOrderFailure(shop, failure, form);
  }
}

/** Returns the provider's page where the shopper pays, also if the provider has a script. */
function findPageOfProvider(action: NextAction | null): string | null {
  if (action?.kind === 'redirect') return action.url;
  return z.url({ protocol: /^https?$/ }).safeParse(action?.data[approveUrlField]).data ?? null;
}

/** The checkout shows the failure and other ways to pay. If the cart can't be ordered, the cart page shows why. */
function showStartFailure(_: MutationCall, failure: Failure): FormReply {
  if (failure.code === 'EMPTY_CART' || failure.code === 'CART_CHANGED') return { redirectTo: cartPath };
  const code = expressFailureNotices.find((each) => each === failure.code) ?? 'EXPRESS_UNAVAILABLE';
  return { redirectTo: checkoutPath, notices: [{ code, count: 'retryAfter' in failure ? toMinutes(failure) : 0 }] };
}

const startExpressMutation = defineMutation({
  name: 'checkout.start-express',
  description: 'Begins a payment of the cart before its order, or goes on with the one that was begun.',
  schema: z.object({
    [paymentMethodField]: z.string().max(50).describe('Id of a payment provider that begins before the order'),
  }),
  errors: checkoutErrors,
  limits,
  run: async ({ shop, getActor }, { [paymentMethodField]: provider }): Promise<ExpressStart | Failure> => {
    const actor = await getActor();
    const owner = getOwner(actor);
    return owner ? startExpress(shop, { actor, owner, provider }) : { ok: false, code: 'EMPTY_CART' };
  },
  message: (call, failure) => formatFailure(call, failure, {}),
  form: {
    path: cartOrderPath,
    success: (_, { action }) => ({ redirectTo: findPageOfProvider(action) ?? checkoutPath }),
    failure: showStartFailure,
  },
  json: {
    path: ({ rest }) => cartOrderCallPath(rest),
    response: z.strictObject({
      ...{ payment: z.uuid(), total: z.int(), currency: z.string(), needsShipping: z.boolean() },
      redirectTo: z.string().nullable(),
      client: z.record(z.string(), z.unknown()).nullable(),
    }),
    success: (_, { held, cart, total, action }): ExpressStartReply => ({
      ...{ payment: held.publicId, total, currency: cart.currency, needsShipping: cart.needsShipping },
      redirectTo: action?.kind === 'redirect' ? action.url : null,
      client: action?.kind === 'client' ? action.data : null,
    }),
  },
});

const publicId = z.uuid().describe('Of the reply that began it');

const quoteExpressMutation = defineMutation({
  name: 'checkout.quote-express',
  description:
    'Calculates the order of a payment that was begun for an address, and tells the provider its total. With `refusal` in the reply nothing ships: it is what is wrong with the address or the shipping option.',
  schema: z.object({
    [expressPaymentField]: publicId,
    country: z.string().max(2).describe('ISO 3166-1 alpha-2; one that the shop sells to'),
    state: singleLineField(100).default(''),
    postcode: singleLineField(20).default(''),
    city: singleLineField(200).default(''),
    [shippingMethodField]: singleLineField(200).default('').describe('Id of a shipping option; default: the first'),
  }),
  errors: checkoutErrors,
  limits,
  run: async ({ shop, getActor }, input): Promise<QuoteSuccess | Failure> => {
    const { country, state, postcode, city } = input;
    const owner = getOwner(await getActor());
    if (!owner) return { ok: false, code: 'EXPRESS_UNKNOWN' };
    if (!shop.choices.countries.includes(country)) return { ok: false, code: 'SHIPPING_UNAVAILABLE' };
    const address: TaxAddress = normalizeAddress({ country, state, postcode, city });
    const shippingMethod = input[shippingMethodField];
    return quoteExpress(shop, { owner, publicId: input[expressPaymentField], address, shippingMethod });
  },
  message: (call, failure) => formatFailure(call, failure, {}),
  json: {
    path: ({ rest }) => expressQuoteCallPath(rest),
    response: z.strictObject({
      ...{ total: z.int(), currency: z.string(), needsShipping: z.boolean() },
      refusal: z.enum(['country', 'state', 'postcode', 'address', 'method']).nullable(),
      shipping: z.strictObject({
        options: z.array(z.strictObject({ id: z.string(), title: z.string(), amount: z.int() })).readonly(),
        selected: z.string().nullable(),
        problems: z.array(z.string()).readonly(),
      }),
    }),
    success: (_, { quote }) => quote,
  },
});

const confirmExpressMutation = defineMutation({
  name: 'checkout.confirm-express',
  description:
    'Places the order of a payment that the shopper has agreed to, and captures the money. Takes `payment` of the reply that began it, and the fields of the checkout that the provider does not tell. The total must be the agreed amount. With `client` in the reply the shopper chooses another way to pay at the provider, and the call is repeated.',
  // Any fields are accepted, as for placing an order, since other features add fields.
  schema: formBody,
  errors: checkoutErrors,
  limits,
  run: async ({ shop, request, getActor }, form): Promise<ConfirmSuccess | Failure> => {
    const actor = await getActor();
    const owner = getOwner(actor);
    const payment = publicId.safeParse(readSingleLine(form, expressPaymentField));
    if (!owner || !payment.success) return { ok: false, code: 'EXPRESS_UNKNOWN' };
    const extensions = readFormExtensions(shop, request, form);
    return confirmExpress(shop, { actor, owner, publicId: payment.data, form, extensions, ipAddress: request.ip });
  },
  hint: readCartHint,
  message: formatFailure,
  problems: (failure) => (failure.code === 'FORM_INVALID' ? failure.problems : []),
  json: {
    path: ({ rest }) => expressConfirmCallPath(rest),
    response: z.strictObject({ redirectTo: z.string(), client: z.record(z.string(), z.unknown()).nullable() }),
    success: (_, { path, client }): ExpressConfirmReply => ({ redirectTo: path, client }),
  },
});

export const expressMutations = [startExpressMutation, quoteExpressMutation, confirmExpressMutation];
