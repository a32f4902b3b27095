import { z } from 'zod';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { MailBlock, MailFact } from '#platform/mail/kit/mail-content.ts';
import { findWithdrawal, type Withdrawal } from './find-withdrawals.ts';
import { withdrawalTexts as texts } from './texts.ts';

const payloadSchema = z.object({ withdrawal: z.int() });

type WithdrawalMailPayload = z.infer<typeof payloadSchema>;

export async function enqueueWithdrawalMails(shop: Shop, tx: Tx, withdrawal: number): Promise<void> {
  await shop.jobs.add(tx, withdrawalMailJob, { withdrawal });
}

/**
 * Acknowledges the receipt on a durable medium, with the content of the declaration and its date and
 * time (Directive 2011/83/EU, article 11a(4)), and tells the shop. A declaration that matches no
 * order is told to the shop alone: anybody may have typed the address.
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
    if (withdrawal.orderId !== null) {
      const title = t(texts.mailSubject, { number });
      const lead = { kind: 'paragraph', text: t(texts.mailLead) } as const;
      const declared = { kind: 'paragraph', text: t(texts.declaration) } as const;
      const next = { kind: 'paragraph', text: t(texts.mailNext) } as const;
      const content = { title, preview: title, blocks: [lead, declared, ...facts, next] };
      await shop.mail.send({
        ...{ id: `withdrawal:${id}:receipt`, to: email, replyTo: shopEmail, subject: title },
        ...shop.renderMail(content),
      });
    }
    const subject = t(texts.mailOwnerSubject, { number });
    const lead = { kind: 'paragraph', text: t(texts.mailOwner, { number, id }) } as const;
    await shop.mail.send({
      ...{ id: `withdrawal:${id}:owner`, to: shopEmail, replyTo: email, subject },
      ...shop.renderMail({ title: subject, preview: subject, blocks: [lead, ...facts] }),
    });
  },
});

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
    { label: t(texts.name), value: name },
    { label: t(texts.scope), value: scope === 'whole' ? t(texts.scopeWhole) : items },
    { label: t(texts.reason), value: reason },
  ];
  return facts.filter(({ value }) => value !== '');
}
