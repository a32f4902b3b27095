import type { ReactNode } from 'react';
import { BuyNowNotice, cartPath, ExpressSection, setAsideNotice } from '#features/cart/index.ts';
import { renderOutputs } from '#platform/features/slots.ts';
import { Fragment } from '#platform/fragments/fragments.tsx';
import type { Notice } from '#platform/http/notices.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { Steps } from '#ui/steps.tsx';
import type { CheckoutView } from '../checkout-view.ts';
import { checkoutFragment } from '../contract.ts';
import type { AgreedPayment } from '../express/agreed-payment.ts';
import { agreedNotice, ExpressNotices } from '../express/express-notices.tsx';
import { KnownDetailsNotices } from '../known-details/known-details-notices.tsx';
import { RefusalNotices } from '../parts/checkout-problems.tsx';
import { checkoutTexts as texts } from '../texts.ts';
import { CheckoutContent } from './checkout-content.tsx';

interface CheckoutPageProps {
  readonly view: CheckoutView;
  /** Buttons of wallets. Not shown to a shopper who has just approved a wallet payment. */
  readonly express: readonly ReactNode[];
  /** An approved payment that has no order yet. */
  readonly agreed: AgreedPayment | null;
  readonly isFromLastOrder: boolean;
  /** Notices about earlier actions of the shopper. */
  readonly saved: readonly Notice[];
  /** Replaces the classic form. */
  readonly children?: ReactNode;
}

export function CheckoutPage({ view, express, agreed, isFromLastOrder, saved, children }: CheckoutPageProps) {
  const { t } = view.context;
  const steps = [
    { name: t(texts.stepCart), href: cartPath },
    { name: t(texts.stepCheckout) },
    { name: t(texts.stepConfirmation) },
  ];
  return (
    <div className="wrap">
      <header className="page-head page-head--small">
        <h1>{t(texts.title)}</h1>
        <Steps label={t(texts.steps)} steps={steps} current={1} />
      </header>
      <BuyNowNotice
        context={view.context}
        cart={view.order.cart}
        autoFocus={saved.some(({ code }) => code === setAsideNotice)}
      />
      <ExpressNotices {...{ view, agreed, saved }} />
      <KnownDetailsNotices view={view} isFromLastOrder={isFromLastOrder} notices={saved} />
      {express.length > 0 && !(agreed && saved.some(({ code }) => code === agreedNotice)) && (
        <ExpressSection context={view.context} note={t(texts.orWithForm)}>
          {renderOutputs(express)}
        </ExpressSection>
      )}
      {children ?? (
        <>
          <RefusalNotices view={view} />
          <Behaviour of="checkout/checkout">
            <Fragment of={checkoutFragment} options={{}}>
              <CheckoutContent view={view} />
            </Fragment>
          </Behaviour>
        </>
      )}
    </div>
  );
}
