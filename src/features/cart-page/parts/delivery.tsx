import { AddressFields } from '#features/addresses/index.ts';
import { type Cart, formatDelivery, getDestinationCountry, shippingMethodField } from '#features/cart/index.ts';
import {
  type Calculation,
  calculationToTotalsView,
  estimateShipping,
  formatCartTotals,
  formatShippingRefusals,
  getOnlyPackage,
  getShownCost,
  listSelectedShipping,
  pricingTexts,
  type TotalRow,
} from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { FormProblems } from '#platform/forms/form-fields.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/choices.tsx';
import { Notice } from '#ui/notice.tsx';
import { cartDestinationPath, cartShippingPath, deliveryPartId } from '../contract.ts';
import { cartPageTexts as texts } from '../texts.ts';
import { createDestinationForm, type DestinationFormState, toDestinationForm } from '../writes/destination-form.ts';

interface DeliveryProps extends DestinationFormState {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly cart: Cart;
  readonly calculation: Calculation;
}

/**
 * Formats the totals of the cart with the selected delivery. Without a selection, it shows the costs of the options
 * for the destination or the base address.
 */
export function formatSummaryRows(context: RenderContext, cart: Cart, calculation: Calculation): TotalRow[] {
  const estimate = estimateShipping(calculation, context.taxDisplay);
  const isSelected = listSelectedShipping(calculation).length > 0;
  return formatCartTotals(context, calculationToTotalsView(calculation, context.taxDisplay), {
    isShippingLater: cart.needsShipping && estimate === null && !isSelected,
    isTotalEstimated: estimate !== null || isSelected,
    estimate,
  });
}

export function Delivery(props: DeliveryProps) {
  const { shop, context, cart, calculation, form, problems } = props;
  if (!cart.needsShipping) return null;
  const { t } = context;
  const shown = problems.length > 0 ? form : toDestinationForm(cart.destination);
  const refusals = formatShippingRefusals(context, calculation, getDestinationCountry(shop, cart));
  return (
    <section className="delivery" id={deliveryPartId} aria-labelledby="delivery-title">
      <h3 className={cart.destination ? 'delivery__title' : 'delivery__title visually-hidden'} id="delivery-title">
        {cart.destination
          ? t(texts.deliveryTo, { place: formatDestination(context, cart.destination) })
          : t(texts.delivery)}
      </h3>
      {cart.destination && refusals.length > 0 && (
        <Notice kind="warning">
          {refusals.map((refusal) => (
            <p key={refusal}>{refusal}</p>
          ))}
        </Notice>
      )}
      <ShippingMethods {...props} />
      <OnlyDates {...props} />
      <FormProblems state={{ t, problems }} />
      <details className="accordion" open={problems.length > 0}>
        <summary className="accordion__title">
          {t(cart.destination ? texts.changeDestination : texts.estimateDelivery)}
        </summary>
        <form className="accordion__body delivery__form" method="post" action={cartDestinationPath} noValidate>
          <AddressFields {...createDestinationForm(shop, shown)} {...{ context, problems }} form={shown} />
          <Button look="quiet">{t(texts.updateDelivery)}</Button>
        </form>
      </details>
    </section>
  );
}

function hasOneMethod(calculation: Calculation): boolean {
  const { options, selected } = getOnlyPackage(calculation);
  return !selected || (options.length <= 1 && calculation.problems.length === 0);
}

/**
 * Shows the arrival date where no methods are offered to choose from: of the only method, or probably of the first
 * one.
 */
function OnlyDates({ shop, context, cart, calculation }: DeliveryProps) {
  const [option] = getOnlyPackage(calculation).options;
  const dates = option && hasOneMethod(calculation) ? formatDelivery(shop, context, cart, option) : null;
  return dates && <p className="delivery__dates">{dates}</p>;
}

/** The methods for a known destination, of which the first is selected. */
function ShippingMethods({ shop, context, cart, calculation }: DeliveryProps) {
  const { t, price, taxDisplay } = context;
  const { options, selected } = getOnlyPackage(calculation);
  if (!selected) return null;
  const shown = options.map((option) => {
    const amount = getShownCost(option, taxDisplay);
    const aside = amount === 0 ? t(pricingTexts.free) : price({ amount, currency: cart.currency });
    const detail = [option.detail, formatDelivery(shop, context, cart, option)].filter(Boolean).join(' · ');
    return { value: option.id, label: option.title, aside, detail };
  });
  return (
    <>
      {calculation.problems.length > 0 && (
        <Notice kind="warning">{t(texts.methodReplaced, { title: selected.title })}</Notice>
      )}
      {!hasOneMethod(calculation) && (
        <form className="delivery__form" method="post" action={cartShippingPath}>
          <RadioGroup
            id={shippingMethodField}
            name={shippingMethodField}
            legend={t(texts.shippingMethod)}
            options={shown}
            value={selected.methodId}
          />
          <Button look="quiet" className="when-no-script">
            {t(texts.chooseMethod)}
          </Button>
        </form>
      )}
    </>
  );
}

function formatDestination({ locale }: RenderContext, { country, state, postcode }: NonNullable<Cart['destination']>) {
  return [postcode, state, getCountryName(country, locale)].filter((part) => part !== '').join(', ');
}
