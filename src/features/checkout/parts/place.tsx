import { shippingVaries } from '#features/shipping/index.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choices.tsx';
import { termsField, updateField } from '../contract.ts';
import { lineOf } from '../read-form.ts';
import { checkoutSettings } from '../settings.ts';
import { checkoutTexts as texts } from '../texts.ts';
import { type CheckoutView, errorOf } from '../view.ts';

/** The last look, and the button that orders. */
export function Place({ view }: { readonly view: CheckoutView }) {
  const { shop, context, review, form } = view;
  const { t, price } = context;
  const { termsPath } = shop.settings(checkoutSettings);
  const total = price({ amount: review.totals.total, currency: review.cart.currency });
  const agreement = (
    <>
      {t(texts.termsBefore)} <a href={termsPath ?? ''}>{t(texts.termsLink)}</a> {t(texts.termsAfter)}
    </>
  );
  return (
    <div className="checkout__place">
      {termsPath !== null && (
        <Checkbox
          id={termsField}
          name={termsField}
          value="1"
          label={agreement}
          error={errorOf(view, termsField)}
          defaultChecked={lineOf(form, termsField) !== ''}
          required
        />
      )}
      <Button wide>{t(texts.placeOrder, { total })}</Button>
      {review.cart.needsShipping && shippingVaries(shop) && (
        <Button look="text" name={updateField} value="1" formNoValidate>
          {t(texts.updateTotal)}
        </Button>
      )}
    </div>
  );
}
