import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { MailContent } from '#platform/mail/kit/mail-content.ts';
import { quotePath } from '../contract.ts';
import { findDraft, type Quote } from '../drafts.ts';
import { manualOrderTexts as texts } from '../texts.ts';
import { listQuotedRows } from './quoted-rows.ts';

function composeQuoteMail(shop: Shop, id: number, { input, order, token, validUntil, message }: Quote): MailContent {
  const { t } = shop;
  const { rows, totals } = listQuotedRows(shop.renderContext(quotePath(token)), order);
  const lines = rows.map(({ name, quantity, options, amount }) => ({
    ...{ text: `${name} ${t(texts.times, { quantity })}`, notes: options, amount },
  }));
  const sums = totals.map(({ label, value, isGrandTotal = false }) => ({
    ...{ text: label, amount: value, isStrong: isGrandTotal },
  }));
  return {
    title: t(texts.quoteTitle, { id: String(id) }),
    blocks: [
      { kind: 'paragraph', text: t(texts.quoteHello, { name: input.billing.first_name }) },
      { kind: 'paragraph', text: t(texts.quoteLead, { until: validUntil }) },
      ...(message === '' ? [] : [{ kind: 'paragraph', text: message } as const]),
      { kind: 'heading', text: t(texts.quoteItems) },
      { kind: 'rows', rows: lines },
      { kind: 'line' },
      { kind: 'rows', rows: sums },
      { kind: 'button', text: t(texts.quoteOpen), href: quotePath(token) },
    ],
  };
}

/** Sends a quote to its customer, unless it was replaced, withdrawn or accepted meanwhile. */
export const quoteMailJob = defineJob({
  name: 'manual-orders:send-quote',
  schema: z.object({ draft: z.int(), sentAt: z.int() }),
  run: async (shop, { draft: id, sentAt }) => {
    const draft = await findDraft(shop.db, id);
    const quote = draft?.quote;
    if (!quote || draft.order || quote.isWithdrawn || quote.sentAt.getTime() !== sentAt) return;
    const { name, email } = shop.choices;
    await shop.mail.send({
      ...{ id: `quote:${id}:${sentAt}`, to: quote.input.email, replyTo: email },
      subject: shop.t(texts.quoteSubject, { id: String(id), shop: name }),
      ...shop.renderMail(composeQuoteMail(shop, id, quote)),
    });
  },
});
