import type pg from 'pg';
import type { App } from '#app/app.ts';
import { documentMailJob } from '#features/documents/emails/document-mail-job.ts';
import { issueDocumentsJob } from '#features/documents/issue/issue-job.ts';
import { shippedMailJob } from '#features/fulfilment/emails/shipped-mail-job.ts';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { addNote } from '#features/orders/add-note.ts';
import { orderMailJob } from '#features/orders/emails/order-mail-job.ts';
import type { Order } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { addProduct } from './products.ts';
import { homeAddress, payTestOrder, placeTestOrder, refundTestOrder } from './sales.ts';

/**
 * An order with all that its page in the back office can show: it is paid, two of four units were sent in two parcels, one was
 * refunded, and it has notes, a withdrawal, documents, mails and a source.
 */
export async function placeWholeOrder(app: App, pool: pg.Pool): Promise<{ order: Order; product: number }> {
  const { shop } = app;
  const product = await addProduct(shop, { stock: 50 });
  const order = await placeTestOrder(shop, [[product, 4]], {
    ...{ email: 'ada@example.com', phone: '+353 85 123 4567', note: 'Please ring <twice>' },
    shipping: { ...homeAddress, city: 'Galway' },
  });
  await payTestOrder(shop, order);
  const parcels = [1, 2].map((number) => ({
    ...{ carrier: 'Post', trackingNumber: `RR${number}IE`, trackingUrl: `https://post.example/${number}` },
  }));
  const { id: orderId } = order;
  const units = [{ position: 1, quantity: 2 }];
  await inTransaction(shop.db, (tx) => shipOrder(shop, tx, { orderId, units, parcels, notify: true, by: 'shop' }));
  const lines = [{ position: 1, quantity: 1 }];
  await refundTestOrder(shop, order, {
    ...{ parts: { lines, shipping: false, fees: false }, restock: true, reason: 'Chipped at the rim' },
  });
  const note = { orderId, text: 'Wrap it well', by: 'shop' } as const;
  await inTransaction(shop.db, (tx) => addNote(shop, tx, { ...note, toCustomer: true }));
  await inTransaction(shop.db, (tx) => addNote(shop, tx, { ...note, text: 'Rang twice', toCustomer: false }));
  await pool.query(
    `insert into withdrawals (request_key, order_id, order_number, email, name, scope, items, declared_at)
    values (gen_random_uuid(), $1, $2, 'ada@example.com', 'Ada Byrne', 'part', '1 × the bowl', now())`,
    [orderId, String(order.number)],
  );
  const none = Array.from({ length: 9 }, () => `'(none)'`).join(', ');
  await pool.query(
    `insert into order_attributions (order_id, placed_at, source_type, utm_campaign, utm_source, utm_medium, referrer, utm_content,
      utm_id, utm_term, utm_source_platform, utm_creative_format, utm_marketing_tactic, session_entry, user_agent)
    select id, created_at, 'utm', 'spring', 'newsletter', 'mail', ${none} from orders where id = $1`,
    [orderId],
  );
  await runMails(app);
  return { order, product };
}

/** Issues documents and sends the mails about orders. */
export async function runMails({ shop }: App): Promise<void> {
  const { failed } = await runJobsNow(shop, [orderMailJob, shippedMailJob, issueDocumentsJob, documentMailJob]);
  if (failed.length > 0) throw new Error(`mails failed: ${JSON.stringify(failed)}`);
}
