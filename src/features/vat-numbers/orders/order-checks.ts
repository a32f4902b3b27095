import { z } from 'zod';
import { addNote, getOrder, getPickup, getVatNumber, type Order, type OrderCreated } from '#features/orders/index.ts';
import { findTaxedAddress, getBaseAddress } from '#features/pricing/index.ts';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { askVatNumber } from '../check/ask-vat-number.ts';
import { findSeller } from '../check/seller.ts';
import { getAreaOfNumber } from '../check/vat-area.ts';
import { isReverseCharged } from '../reverse-charge.ts';
import { vatNumberTexts as texts } from '../texts.ts';

/** The answer about a number of another member state that is kept with an order. */
export interface OrderVatCheck {
  readonly number: string;
  readonly outcome: 'valid' | 'invalid' | 'pending' | 'unanswered';
  readonly askedAt: Date | null;
  readonly consultation: string;
  readonly name: string;
  readonly address: string;
}

export const checkColumns = 'number, outcome, asked_at as "askedAt", consultation, name, address';

const selectCheck = sqlQuery<OrderVatCheck>(
  'vat-numbers.find-check',
  `select ${checkColumns} from order_vat_checks where order_id = $1`,
);

export async function findOrderCheck(db: Db, orderId: number): Promise<OrderVatCheck | null> {
  return (await selectCheck(db, [orderId]))[0] ?? null;
}

/**
 * An order without tax keeps a valid answer, even when a newer answer has arrived since its totals were calculated.
 */
const insertCheck = sqlQuery<{ outcome: OrderVatCheck['outcome'] }>(
  'vat-numbers.add-check',
  `insert into order_vat_checks (order_id, number, outcome, asked_at, consultation, name, address)
  select o.id, $2, coalesce(a.outcome, 'pending'), a.asked_at, coalesce(a.consultation, ''), coalesce(a.name, ''), coalesce(a.address, '')
  from orders o left join lateral (
    select c.* from (
      select outcome, asked_at, consultation, name, address from vat_number_checks
      where number = $2 and outcome <> 'unavailable' and (expires_at > $3 or o.untaxed_reason = 'reverse-charge')
      union all
      select outcome, asked_at, consultation, name, address from order_vat_checks
      where number = $2 and outcome = 'valid' and o.untaxed_reason = 'reverse-charge'
    ) c where c.outcome = 'valid' or o.untaxed_reason is distinct from 'reverse-charge' order by c.asked_at desc limit 1
  ) a on true
  where o.id = $1 returning outcome`,
);

/**
 * Handles `orders.created`: keeps the answer about the order's VAT number. When there is no answer, a job asks for
 * it.
 */
export async function keepVatCheck(shop: Shop, tx: Tx, { id, meta }: OrderCreated): Promise<void> {
  const number = getVatNumber(meta);
  const area = number === null ? null : getAreaOfNumber(number);
  if (area === null) return;
  const seller = await findSeller(shop);
  if (seller === null || seller.area === area) return;
  const [kept] = await insertCheck(tx, [id, number, shop.clock.now()]);
  if (kept?.outcome === 'pending') await shop.jobs.add(tx, checkOrderJob, { order: id });
}

const answerCheck = sqlQuery<{ orderId: number }>(
  'vat-numbers.answer-check',
  `update order_vat_checks k set outcome = a.outcome, asked_at = a.asked_at, consultation = a.consultation, name = a.name, address = a.address
  from (select * from vat_number_checks where number = $2 and outcome <> 'unavailable' order by id desc limit 1) a
  where k.order_id = $1 and k.number = $2 and k.outcome = 'pending' returning k.order_id as "orderId"`,
);

const endCheck = sqlQuery(
  'vat-numbers.end-check',
  `update order_vat_checks set outcome = 'unanswered' where order_id = $1 and outcome = 'pending'`,
);

const payload = z.strictObject({ order: z.int() });

/** Milliseconds. The timeout can be long, since nobody waits for the job. */
const jobTimeout = 15_000;

/**
 * Asks about the number of an order that was placed without an answer, for about four days.
 * @throws while the service does not answer, so that the job is retried
 */
export const checkOrderJob = defineJob({
  name: 'vat-numbers:check-order',
  schema: payload,
  run: async (shop, { order }: z.infer<typeof payload>, { isLast }) => {
    const check = await findOrderCheck(shop.db, order);
    if (check?.outcome !== 'pending') return;
    const outcome = await askVatNumber(shop, check.number, { timeout: jobTimeout, network: null });
    if (outcome === 'valid' || outcome === 'invalid')
      return inTransaction(shop.db, (tx) => keepAnswer(shop, tx, order, check.number));
    // End when the shop no longer applies the reverse charge, or at the last attempt.
    if (outcome === null || isLast) await endCheck(shop.db, [order]);
    if (outcome !== null) throw new Error('the service for VAT numbers does not answer');
  },
});

async function keepAnswer(shop: Shop, tx: Tx, orderId: number, number: string): Promise<void> {
  const [answered] = await answerCheck(tx, [orderId, number]);
  const order = answered && (await getOrder(tx, { id: orderId }));
  if (!order || !(await hasNeedlessTax(shop, tx, order, number))) return;
  // Staff decide whether to refund the tax: an invoice may have been issued.
  await addNote(shop, tx, { orderId, text: shop.t(texts.foundValid), toCustomer: false, by: 'job' });
}

/** Returns whether the order was placed with a tax that is not due by the answer now kept with it. */
async function hasNeedlessTax(shop: Shop, tx: Tx, order: Order, vatNumber: string): Promise<boolean> {
  const { id: checkedOrder, taxTotal, billing, delivery, lines } = order;
  const taxed = findTaxedAddress(shop, delivery ?? billing, billing);
  if (taxTotal === 0 || taxed === null || getPickup(order) !== null) return false;
  const hasServices = lines.some(({ virtual }) => virtual);
  const places = { base: getBaseAddress(shop.choices), taxed, destination: delivery };
  return isReverseCharged(shop, tx, { ...places, vatNumber, hasServices, checkedOrder });
}
