import { z } from 'zod';

/** Replies of the provider, as far as the shop reads them. */

const money = z.object({ currency_code: z.string().length(3), value: z.string().regex(/^\d+(\.\d+)?$/) });
const id = z.string().regex(/^[\w-]{1,100}$/);
const time = z.string().transform((text, context) => {
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return at;
  context.addIssue({ code: 'custom', message: 'no time' });
  return z.NEVER;
});
/** Fields that the provider may leave out, and sends as null sometimes. */
const text = z.string().nullish();
const links = z.array(z.object({ rel: z.string(), href: z.string() })).nullish();

/** An authorization, a capture or a refund. */
export const moneyDocument = z.object({
  id,
  status: z.string(),
  amount: money,
  create_time: time,
  custom_id: text,
  invoice_id: text,
  expiration_time: time.nullish(),
  status_details: z.object({ reason: text }).nullish(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: text }).nullish() }).nullish(),
});

const name = z.object({ given_name: text, surname: text }).nullish();
const phone = z.object({ national_number: text }).nullish();
const address = z.record(z.string(), z.string().nullable()).nullish().catch(null);

export const orderDocument = z.object({
  id,
  status: z.string(),
  create_time: time.nullish(),
  links,
  payer: z.object({ name, email_address: text, phone: z.object({ phone_number: phone }).nullish(), address }).nullish(),
  payment_source: z
    .object({ paypal: z.object({ name, email_address: text, phone_number: phone, address }).nullish() })
    .nullish(),
  purchase_units: z
    .array(
      z.object({
        amount: money.nullish(),
        shipping: z
          .object({
            name: z.object({ full_name: text }).nullish(),
            address,
            options: z.array(z.object({ id: z.string(), selected: z.boolean() })).nullish(),
          })
          .nullish(),
        payments: z
          .object({
            authorizations: z.array(moneyDocument).nullish(),
            captures: z.array(moneyDocument).nullish(),
            refunds: z.array(moneyDocument).nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
});

const dispute = z.object({
  dispute_id: id,
  status: z.string(),
  create_time: time,
  dispute_amount: money.nullish(),
  dispute_outcome: z.object({ outcome_code: text }).nullish(),
});
export const disputesDocument = z.object({ items: z.array(dispute).nullish() });

export const webhooksDocument = z.object({ webhooks: z.array(z.object({ id, url: z.string() })) });

export type WalletMoney = z.infer<typeof money>;
export type WalletOrder = z.infer<typeof orderDocument>;
export type MovedMoney = z.infer<typeof moneyDocument>;
export type WalletAddress = z.infer<typeof address>;
export type WalletDispute = z.infer<typeof dispute>;

/** What was moved for an order, which has one purchase unit. */
export function listMoved({ purchase_units }: WalletOrder) {
  const { authorizations, captures, refunds } = purchase_units?.[0]?.payments ?? {};
  return { authorizations: authorizations ?? [], captures: captures ?? [], refunds: refunds ?? [] };
}

const succeeded = /^(CREATED|PARTIALLY_CAPTURED|CAPTURED|VOIDED|COMPLETED|PARTIALLY_REFUNDED|REFUNDED)$/;

/** What became of moved money. Of authorizations that were captured or voided: they had succeeded. */
export function getResult({ status }: Pick<MovedMoney, 'status'>): 'succeeded' | 'pending' | 'failed' {
  if (status === 'PENDING') return 'pending';
  return succeeded.test(status) ? 'succeeded' : 'failed';
}

/** The authorization that the shopper has agreed to. Renewals are the same money. */
export function findOriginal(authorizations: readonly MovedMoney[]): MovedMoney | undefined {
  return authorizations.toSorted((a, b) => a.create_time.getTime() - b.create_time.getTime())[0];
}
