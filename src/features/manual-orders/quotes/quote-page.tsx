import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { shopPath } from '#features/catalog/index.ts';
import { checkoutSettings } from '#features/checkout/index.ts';
import { getOrder, grantOrderAccess, orderPath, orderPayPath, orderStyles } from '#features/orders/index.ts';
import { isPayable } from '#features/payments/index.ts';
import { Totals } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type FormReply, sendFormReply } from '#platform/http/form-reply.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { quotePath } from '../contract.ts';
import { type Draft, findDraft, findDraftState, findQuote, type Quote } from '../drafts.ts';
import { manualOrderErrors } from '../errors.ts';
import { manualOrderTexts as texts } from '../texts.ts';
import { listQuotedRows } from './quoted-rows.ts';
import { acceptQuote } from './quotes.ts';

/** Returns '' for an invalid token. */
function readToken({ params }: FastifyRequest): string {
  const { token = '' } = params as { readonly token?: string };
  return /^[\w-]{32}$/.test(token) ? token : '';
}

/** Opening the page changes nothing, because mail scanners open links. */
export function registerQuotePage(app: FastifyInstance, shop: Shop): void {
  app.get(quotePath(':token'), async (request, reply) => {
    const token = readToken(request);
    const found = await findQuote(shop.db, token);
    const draft = found && (await findDraft(shop.db, found.draftId));
    if (!draft) return reply.callStatusPage(404);
    return sendFormReply(shop, request, reply, await answerQuote(shop, draft, { token, next: found.next }), 200);
  });
}

/** Answers with the quote, its order, the quote that replaced it, or the reason why it has ended. */
async function answerQuote(
  shop: Shop,
  draft: Draft,
  { token, next }: { readonly token: string; readonly next: string | null },
): Promise<FormReply> {
  const { id, quote } = draft;
  if (next !== null) return { redirectTo: quotePath(next) };
  if (quote?.token !== token) return createEndedPage(shop, id, 'replaced');
  if (quote.isWithdrawn) return createEndedPage(shop, id, 'withdrawn');
  const order = draft.order && (await getOrder(shop.db, { id: draft.order.id }));
  // The link of a quote does not expire. Visitors who did not accept the quote in this browser must request a new
  // link to the order.
  return order ? { redirectTo: orderPath(order.token) } : createQuotePage(shop, draft, quote);
}

/**
 * Milliseconds in which accepting again, such as by a double click, shows the order. Later the link may have reached
 * other people.
 */
const acceptTime = 10 * 60 * 1000;

export const acceptQuoteMutation = defineMutation({
  name: 'manual-orders.accept-quote',
  description:
    'Accepts a quote by its link, and places its order at the prices that were quoted. Repeated, it returns the same order.',
  schema: z.object({}),
  errors: manualOrderErrors,
  run: ({ shop, request }) => acceptQuote(shop, readToken(request)),
  form: {
    path: quotePath(':token'),
    success: async ({ shop, reply }, { number, token }) => {
      const order = await getOrder(shop.db, { number });
      if (order && shop.clock.now().getTime() - order.createdAt.getTime() < acceptTime)
        grantOrderAccess(shop, reply, { token });
      return { redirectTo: order && isPayable(shop, order) ? orderPayPath(token) : orderPath(token) };
    },
    failure: async ({ shop, request }, failure) => {
      const found = await findQuote(shop.db, readToken(request));
      const draft = found && (await findDraft(shop.db, found.draftId));
      if (!draft?.quote) throw new Error('a quote that does not exist is answered like a missing page');
      if (failure.code === 'QUOTE_REPLACED') return createEndedPage(shop, draft.id, 'replaced', found?.next);
      if (failure.code === 'QUOTE_WITHDRAWN') return createEndedPage(shop, draft.id, 'withdrawn');
      const refused = failure.code === 'QUOTE_UNAVAILABLE' ? failure.reason : undefined;
      return createQuotePage(shop, draft, draft.quote, refused);
    },
  },
});

/** The URL contains the quote's token, so it must not reach other sites or search engines. */
const headers = { 'referrer-policy': 'same-origin' };

function createQuotePage(shop: Shop, draft: Draft, quote: Quote, refused?: QuotePageProps['refused']): FormReply {
  const title = shop.t(texts.quoteTitle, { id: String(draft.id) });
  const isExpired = findDraftState(draft, shop.clock.now()) === 'expired';
  const body = <QuotePage {...{ shop, quote, title, isExpired, refused }} />;
  return { page: { title, styles: orderStyles, body }, headers };
}

const endings = {
  replaced: { title: texts.quoteReplacedTitle, text: texts.quoteReplaced },
  withdrawn: { title: texts.quoteWithdrawnTitle, text: texts.quoteWithdrawn },
} as const;

/** Shows nothing of the quote, because the current offer may be for another person. */
function createEndedPage(shop: Shop, id: number, ending: keyof typeof endings, next: string | null = null): FormReply {
  const { t } = shop;
  const title = t(texts.quoteTitle, { id: String(id) });
  const body = (
    <div className="wrap wrap--narrow order">
      <PageHead title={title} />
      <Notice kind="warning" title={t(endings[ending].title)} autoFocus>
        {t(endings[ending].text)} {next && <a href={quotePath(next)}>{t(texts.quoteOpenNext)}</a>}
      </Notice>
      <QuoteHelp shop={shop} />
    </div>
  );
  return { page: { title, styles: orderStyles, body }, headers };
}

const refusals = {
  stock: texts.quoteOutOfStock,
  discount: texts.quoteDiscountGone,
  other: texts.quoteUnavailable,
} as const;

interface QuotePageProps {
  readonly shop: Shop;
  readonly quote: Quote;
  readonly title: string;
  readonly isExpired: boolean;
  readonly refused: 'stock' | 'discount' | 'other' | undefined;
}

function QuotePage({ shop, quote, title, isExpired, refused }: QuotePageProps) {
  const { t } = shop;
  const { token, validUntil, message, order } = quote;
  const { rows, totals } = listQuotedRows(shop.renderContext(quotePath(token)), order);
  const { termsPath } = shop.settings(checkoutSettings);
  return (
    <div className="wrap wrap--narrow order">
      <PageHead title={title} lead={!isExpired && t(texts.quoteLead, { until: validUntil })} />
      {isExpired && (
        <Notice kind="warning" title={t(texts.quoteExpiredTitle)} autoFocus>
          {t(texts.quoteExpired, { until: validUntil })}
        </Notice>
      )}
      {refused && (
        <Notice kind="error" title={t(texts.quoteRefused)} autoFocus>
          {t(refusals[refused])}
        </Notice>
      )}
      {message !== '' && message.split(/\n+/).map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
      <section className="order__part">
        <h2>{t(texts.quoteItems)}</h2>
        <ul className="items">
          {rows.map(({ key, name, quantity, options, amount }) => (
            <li className="item" key={key}>
              <div className="item__text">
                <p className="item__name">
                  {name} <span className="item__times">{t(texts.times, { quantity })}</span>
                </p>
                {options.map((option) => (
                  <p className="item__note" key={option}>
                    {option}
                  </p>
                ))}
              </div>
              <p className="item__total">{amount}</p>
            </li>
          ))}
        </ul>
        <Totals rows={totals} />
      </section>
      {!isExpired && (
        <form className="stack" method="post" action={quotePath(token)}>
          <p>
            {t(texts.quoteAcceptLead)} {termsPath && <a href={termsPath}>{t(texts.quoteTerms)}</a>}
          </p>
          <Button wide>{t(texts.quoteAccept)}</Button>
        </form>
      )}
      <QuoteHelp shop={shop} />
    </div>
  );
}

function QuoteHelp({ shop: { t, choices } }: { readonly shop: Shop }) {
  return (
    <>
      <p>
        {t(texts.quoteHelp)} <a href={`mailto:${choices.email}`}>{choices.email}</a>
      </p>
      <p>
        <ButtonLink look="quiet" href={shopPath}>
          {t(texts.quoteContinue)}
        </ButtonLink>
      </p>
    </>
  );
}
