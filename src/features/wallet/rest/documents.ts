import { z } from 'zod';

/**
 * Schemas of the fields of the provider's replies that the shop reads. Fields may be missing, and some are sent as
 * null instead.
 */

const optional = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).nullish();
const list = <Item extends z.ZodType>(item: Item) => z.array(item).nullish();
const text = z.string().nullish();

const money = z.object({ currency_code: z.string().length(3), value: z.string().regex(/^\d+(\.\d+)?$/) });
const id = z.string().regex(/^[\w-]{1,100}$/);
const time = z.iso.datetime({ offset: true }).transform((at) => new Date(at));

/** Fields of a document that identify its payment. */
export const paymentNames = {
  custom_id: text,
  supplementary_data: optional({ related_ids: optional({ order_id: text }) }),
};
export const links = list(z.object({ rel: z.string(), href: z.string() }));

export const moneyDocument = z.object({
  ...{ id, status: z.string(), amount: money, create_time: time, ...paymentNames },
  ...{ invoice_id: text, expiration_time: time.nullish(), status_details: optional({ reason: text }) },
  processor_response: optional({ response_code: text }),
});

const name = optional({ given_name: text, surname: text });
const phone = optional({ national_number: text });
const address = z.record(z.string(), z.string().nullable()).nullish().catch(null);
const moved = list(moneyDocument);

const authentication = optional({
  liability_shift: text,
  three_d_secure: optional({ enrollment_status: text, authentication_status: text }),
});

/** A card, typed by the shopper or from Apple Pay or Google Pay. */
const card = optional({ brand: text, last_digits: text, authentication_result: authentication });

const purchaseUnit = z.object({
  ...{ custom_id: text, amount: money.nullish() },
  payments: optional({ authorizations: moved, captures: moved, refunds: moved }),
  shipping: optional({
    ...{ name: optional({ full_name: text }), address },
    options: list(z.object({ id: z.string(), selected: z.boolean() })),
  }),
});

export const orderDocument = z.object({
  ...{ id, status: z.string(), create_time: time.nullish(), links },
  payer: optional({ name, email_address: text, phone: optional({ phone_number: phone }), address }),
  payment_source: optional({
    paypal: optional({ name, email_address: text, phone_number: phone, address }),
    card,
    apple_pay: optional({ card }),
    google_pay: optional({ card }),
  }),
  purchase_units: list(purchaseUnit),
});

export const disputeDocument = z.object({
  ...{ dispute_id: id, status: z.string(), create_time: time, dispute_amount: money.nullish() },
  dispute_outcome: optional({ outcome_code: text }),
});
export const disputesDocument = z.object({ items: list(disputeDocument) });

export const webhooksDocument = z.object({ webhooks: z.array(z.object({ id, url: z.string() })) });

export type CardAuthentication = NonNullable<z.infer<typeof authentication>>;
export type WalletMoney = z.infer<typeof money>;
export type WalletOrder = z.infer<typeof orderDocument>;
export type MovedMoney = z.infer<typeof moneyDocument>;
export type WalletAddress = z.infer<typeof address>;
export type WalletDispute = z.infer<typeof disputeDocument>;

/** Finds the card that pays an order, whether typed or from Apple Pay or Google Pay. */
export const findCard = ({ payment_source: source }: Pick<WalletOrder, 'payment_source'>) =>
  source?.card ?? source?.apple_pay?.card ?? source?.google_pay?.card;

/** Lists the money moved for an order, which always has one purchase unit. */
export function listMoved({ purchase_units }: Pick<WalletOrder, 'purchase_units'>) {
  const { authorizations, captures, refunds } = purchase_units?.[0]?.payments ?? {};
  return { authorizations: authorizations ?? [], captures: captures ?? [], refunds: refunds ?? [] };
}

const succeeded = /^(CREATED|PARTIALLY_CAPTURED|CAPTURED|VOIDED|COMPLETED|PARTIALLY_REFUNDED|REFUNDED)$/;

/** Returns the result of a movement of money. An authorization that was captured or voided counts as succeeded. */
export function getResult({ status }: Pick<MovedMoney, 'status'>): 'succeeded' | 'pending' | 'failed' {
  if (status === 'PENDING') return 'pending';
  return succeeded.test(status) ? 'succeeded' : 'failed';
}

/** Finds the authorization that the shopper approved. Renewals reserve the same money. */
export function findOriginal(authorizations: readonly MovedMoney[]): MovedMoney | undefined {
  return authorizations.toSorted((a, b) => a.create_time.getTime() - b.create_time.getTime())[0];
}
