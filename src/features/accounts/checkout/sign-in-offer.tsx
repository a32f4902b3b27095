import { type CheckoutSignIn, checkoutPath, checkoutSignInPath } from '#features/checkout/index.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { Button } from '#ui/button.tsx';
import { toSignIn } from '../pages/require-customer.ts';
import type { PopupTexts } from '../popup/popup.shared.ts';
import { accountTexts as texts } from '../texts.ts';

/**
 * Provides `checkoutSignIn`. The offer is the same for every guest, whatever they type, so that it does not reveal
 * which addresses have accounts. With script it opens the popup instead of the page for signing in.
 */
export const offerSignIn: CheckoutSignIn = {
  path: toSignIn(checkoutPath),
  render: ({ t, wire }, { customer }) => {
    if (customer !== null) return <p className="checkout-sign-in">{t(texts.signedInAs, { email: customer.email })}</p>;
    const scriptTexts: PopupTexts = { label: t(texts.signIn), merged: t(texts.mergedAlert), ok: t(texts.ok) };
    return (
      <Behaviour of="accounts/checkout-sign-in" when="load">
        <p className="checkout-sign-in">
          {t(texts.haveAccount)}{' '}
          <Button
            look="text"
            formAction={checkoutSignInPath}
            formNoValidate
            data-url={wire.ajaxEndpoint}
            data-texts={JSON.stringify(scriptTexts)}
          >
            {t(texts.signIn)}
          </Button>
        </p>
      </Behaviour>
    );
  },
};
