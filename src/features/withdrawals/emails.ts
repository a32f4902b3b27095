import { z } from 'zod';
import { getOrder, type Order, removeFreeText } from '#features/orders/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { MailBlock, MailFact } from '#platform/mail/kit/mail-content.ts';
import { sendUnprovenMail } from '#platform/mail/unproven-recipients.ts';
import { removeWebAddresses } from '#platform/texts/web-addresses.ts';
import { findWithdrawal, type Withdrawal } from './find-withdrawals.ts';
import { withdrawalRecordPath } from './paths.ts';
import { formatItems, recognizeItems } from './recognize-items.ts';
import { withdrawalTexts as texts } from './texts.ts';

const payloadSchema = z.object({ withdrawal: z.int() });

type WithdrawalMailPayload = z.infer<typeof payloadSchema>;

export async function enqueueWithdrawalMails(shop: Shop, tx: Tx, withdrawal: number): Promise<void> {
  await shop.jobs.add(tx, withdrawalMailJob, { withdrawal });
}

/**
 * Acknowledges the receipt on a durable medium, with the content of the declaration and its date and
 * time (Directive 2011/83/EU, article 11a(4)), and informs the shop. A declaration that matches no
 * order is reported to the shop only, since anybody may have typed the address.
 */
export const withdrawalMailJob = defineJob({
  name: 'withdrawals:send-mail',
  schema: payloadSchema,
  run: async (shop, { withdrawal: id }: WithdrawalMailPayload) => {
    const withdrawal = await findWithdrawal(shop.db, id);
    if (!withdrawal) return;
    const { email: shopEmail } = shop.choices;
    const { t } = shop;
    const { orderNumber: number, email } = withdrawal;
    const facts: readonly MailBlock[] = [{ kind: 'facts', facts: listFacts(shop, withdrawal) }];
    const order = withdrawal.orderId === null ? null : await getOrder(shop.db, { id: withdrawal.orderId });
    if (order) await sendReceipt(shop.inLocale(order.locale), order, withdrawal);
    const subject = t(texts.mailOwnerSubject, { number });
    const lead = t(texts.mailOwner, { number, address: shop.config.publicUrl + withdrawalRecordPath(id) });
    await shop.mail.send({
      ...{ id: `withdrawal:${id}:owner`, to: shopEmail, replyTo: email, subject },
      ...shop.renderMail({ title: subject, preview: lead, blocks: [{ kind: 'paragraph', text: lead }, ...facts] }),
    });
  },
});

async function sendReceipt(shop: Shop, order: Order, withdrawal: Withdrawal): Promise<void> {
  const { t } = shop;
  const isConfirmed = order.confirmedAt !== null;
  const shown = isConfirmed ? removeLinks(shop, withdrawal) : removeTypedText(shop, order, withdrawal);
  const id = `withdrawal:${withdrawal.id}:receipt`;
  const title = t(texts.mailSubject, { number: shown.orderNumber });
  const paragraphs = (...lines: string[]) => lines.map((text) => ({ kind: 'paragraph', text }) as const);
  const lead = t(texts.mailLead);
  const blocks: MailBlock[] = [
    ...paragraphs(lead, t(texts.declaration)),
    { kind: 'facts', facts: listFacts(shop, shown) },
    ...paragraphs(...(isConfirmed ? [] : [t(texts.mailUnconfirmed)]), t(texts.mailNext)),
  ];
  const receipt = {
    ...{ id, to: shown.email, replyTo: shop.choices.email, subject: title },
    ...shop.renderMail({ title, preview: lead, blocks }),
  };
  // The law requires a receipt of each declaration, but repeated declarations must not flood the buyer with mails.
  const isRepeated = (await selectEarlier(shop.db, [order.id, withdrawal.id])).length > 0;
  await (isRepeated ? sendUnprovenMail(shop, receipt) : shop.mail.send(receipt));
}

const selectEarlier = sqlQuery<{ id: number }>(
  'withdrawals.find-earlier',
  'select id from withdrawals where order_id = $1 and id < $2 limit 1',
);

/**
 * Removes web addresses from typed texts: anybody who knows the order's number and address can declare, and mail
 * programs would make links.
 */
function removeLinks({ t }: Pick<Shop, 't'>, withdrawal: Withdrawal): Withdrawal {
  const clean = (text: string) => removeWebAddresses(text, t(texts.linkLeftOut));
  const { orderNumber, name, items, reason } = withdrawal;
  return {
    ...withdrawal,
    ...{ orderNumber: clean(orderNumber), name: clean(name), items: clean(items), reason: clean(reason) },
  };
}

/** Removes typed texts from mails to an unconfirmed address, which may belong to another person. */
function removeTypedText(shop: Shop, order: Order, withdrawal: Withdrawal): Withdrawal {
  const units = recognizeItems(shop, order, withdrawal.items);
  return {
    ...{ ...withdrawal, orderNumber: String(order.number), email: order.email, name: '', reason: '' },
    items: units ? formatItems(shop, removeFreeText(order), units) : '',
  };
}

/** The content of a declaration, as the page and the mails show it. */
export function listFacts({ t }: Pick<Shop, 't'>, withdrawal: Withdrawal): MailFact[] {
  const { declaredAt, periodEndsAt, isLate } = withdrawal;
  const period = periodEndsAt && t(isLate ? texts.periodLate : texts.periodOpen, { until: periodEndsAt });
  return [
    { label: t(texts.factDeclared), value: t(texts.declaredAt, { at: declaredAt }) },
    ...listDeclarationFacts({ t }, withdrawal),
    ...(period ? [{ label: t(texts.factPeriod), value: period }] : []),
  ];
}

type DeclaredFields = Pick<Withdrawal, 'orderNumber' | 'email' | 'name' | 'scope' | 'items' | 'reason'>;

export function listDeclarationFacts({ t }: Pick<Shop, 't'>, declared: DeclaredFields): MailFact[] {
  const { orderNumber, email, name, scope, items, reason } = declared;
  const facts = [
    { label: t(texts.orderNumber), value: orderNumber },
    { label: t(texts.email), value: email },
    { label: t(texts.factName), value: name },
    { label: t(texts.factScope), value: scope === 'whole' ? t(texts.scopeWhole) : items || t(texts.scopePart) },
    { label: t(texts.reason), value: reason },
  ];
  return facts.filter(({ value }) => value !== '');
}
