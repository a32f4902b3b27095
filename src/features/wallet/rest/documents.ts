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
const details = z.object({ reason: text }).nullish();

export const authorizationDocument = z.object({
  id,
  status: z.string(),
  amount: money,
  create_time: time,
  expiration_time: time.nullish(),
  status_details: details,
});

export const captureDocument = z.object({
  id,
  status: z.string(),
  amount: money,
  create_time: time,
  custom_id: text,
  status_details: details,
  supplementary_data: z.object({ related_ids: z.object({ order_id: text }).nullish() }).nullish(),
});

export const refundDocument = z.object({
  id,
  status: z.string(),
  amount: money,
  invoice_id: text,
  create_time: time,
  status_details: details,
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
            authorizations: z.array(authorizationDocument).nullish(),
            captures: z.array(captureDocument).nullish(),
            refunds: z.array(refundDocument).nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
});

export const disputesDocument = z.object({
  items: z.array(z.object({ dispute_id: id, create_time: time, dispute_amount: money.nullish() })).nullish(),
});

export const webhooksDocument = z.object({ webhooks: z.array(z.object({ id, url: z.string() })) });

export type WalletMoney = z.infer<typeof money>;
export type WalletOrder = z.infer<typeof orderDocument>;
export type WalletAuthorization = z.infer<typeof authorizationDocument>;
export type WalletCapture = z.infer<typeof captureDocument>;
export type WalletRefund = z.infer<typeof refundDocument>;
export type WalletAddress = z.infer<typeof address>;

/** The payments of an order. It has one purchase unit. */
export function listOrderPayments({ purchase_units }: WalletOrder) {
  const { authorizations, captures, refunds } = purchase_units?.[0]?.payments ?? {};
  return { authorizations: authorizations ?? [], captures: captures ?? [], refunds: refunds ?? [] };
}
