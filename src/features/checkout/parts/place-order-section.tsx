import { canShippingCostChange } from '#features/shipping/index.ts';
import { findFieldError } from '#platform/forms/field.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choices.tsx';
import { type CheckoutView, findSelectedMethod } from '../checkout-view.ts';
import { termsField, updateField } from '../contract.ts';
import { checkoutSettings } from '../settings.ts';
import { checkoutTexts as texts } from '../texts.ts';

/**
 * Terms checkbox and order button, which buttons of the selected payment method may replace. The total is shown above
 * the buttons, because such buttons don't contain it.
 */
export function PlaceOrderSection({ view }: { readonly view: CheckoutView }) {
  const { shop, context, order, form } = view;
  const { calculation, cart } = order;
  const { t, price } = context;
  const { termsPath } = shop.settings(checkoutSettings);
  const total = price({ amount: calculation.totals.total, currency: cart.currency });
  const method = findSelectedMethod(view)?.id;
  const buttons = view.methodButtons.find((each) => each.method === method)?.buttons;
  const orderButton = <Button wide>{t(texts.placeOrder, { total })}</Button>;
  const agreement = (
    <>
      {t(texts.termsBefore)}{' '}
      <a href={termsPath ?? ''} target="_blank" rel="noopener" data-lightbox="page">
        {t(texts.termsLink)}
      </a>{' '}
      {t(texts.termsAfter)}
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
          error={findFieldError(view.problems, termsField)}
          defaultChecked={readSingleLine(form, termsField) !== ''}
          required
        />
      )}
      {view.fieldNotes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p hidden data-announce={t(texts.updated, { total })} />
      {buttons ? <div className="when-no-script">{orderButton}</div> : orderButton}
      {buttons && <p className="checkout__total when-script">{t(texts.updated, { total })}</p>}
      {buttons}
      {canFormChange(view) && (
        <div className="when-no-script">
          <Button look="text" name={updateField} value="1" formNoValidate>
            {t(texts.updateTotal)}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Whether the address can change costs, or the country can change the fields of the form. */
function canFormChange({ shop, order: { calculation, cart } }: CheckoutView): boolean {
  const isCostOpen = cart.needsShipping && canShippingCostChange(shop);
  return isCostOpen || calculation.isTaxByAddress || shop.choices.countries.length > 1;
}
