import { paymentPath } from '#features/payments/index.ts';
import type { Notice as SavedNotice } from '#platform/http/notices.ts';
import { Notice } from '#ui/notice.tsx';
import type { CheckoutView } from '../checkout-view.ts';
import { checkoutTexts as texts } from '../texts.ts';
import type { AgreedPayment } from './agreed-payment.ts';

/** Code of the notice for a shopper who returns from the provider; the form contains the provider's details. */
export const agreedNotice = 'agreed';

/** Failures to start a payment without script. */
export const expressFailureNotices = [
  'EXPRESS_UNAVAILABLE',
  'EXPRESS_UNANSWERED',
  'EXPRESS_ENDED',
  'TOO_MANY_EXPRESS',
] as const;

interface ExpressNoticesProps {
  readonly view: CheckoutView;
  readonly agreed: AgreedPayment | null;
  /** Notices about earlier actions of the shopper. */
  readonly saved: readonly SavedNotice[];
}

export function ExpressNotices({ view: { context, order }, agreed, saved }: ExpressNoticesProps) {
  const { t, price } = context;
  const hasReturned = saved.some(({ code }) => code === agreedNotice);
  const { total } = order.calculation.totals;
  const { currency } = order.calculation;
  const failure = saved.find(({ code }) => expressFailureNotices.some((each) => each === code));
  return (
    <>
      {failure && (
        <Notice kind="error" autoFocus>
          {t(texts[failure.code as (typeof expressFailureNotices)[number]], { minutes: failure.count ?? 0 })}
        </Notice>
      )}
      {agreed && !hasReturned && (
        <Notice kind="info">
          <p>
            {t(texts.agreedBefore, { title: agreed.title, amount: price({ amount: agreed.amount, currency }) })}{' '}
            <a href={paymentPath(agreed.publicId)}>{t(texts.agreedContinue, { title: agreed.title })}</a>
          </p>
        </Notice>
      )}
      {agreed && hasReturned && agreed.amount === total && (
        <Notice kind="success" autoFocus>
          {t(texts.agreed, { title: agreed.title })}
        </Notice>
      )}
      {agreed && hasReturned && agreed.amount !== total && (
        <Notice kind="warning" autoFocus>
          {t(texts.agreedOther, {
            title: agreed.title,
            agreed: price({ amount: agreed.amount, currency }),
            total: price({ amount: total, currency }),
          })}
        </Notice>
      )}
    </>
  );
}
