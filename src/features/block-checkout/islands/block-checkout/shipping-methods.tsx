import { useRef } from 'react';
import { RadioGroup } from '#ui/choices.tsx';
import { Notice } from '#ui/notice.tsx';
import type { BlockCheckoutProps, ShownCheckout } from '../block-checkout.shared.ts';
import { FormSection } from './form-section.tsx';
import { formatAmount } from './format-amount.ts';

interface ShippingMethodsProps {
  readonly props: Pick<BlockCheckoutProps, 'labels' | 'taxDisplay'>;
  readonly checkout: ShownCheckout;
  readonly error: string | undefined;
}

/** The shipping rates for the delivery address, or the reason why nothing ships there. */
export function ShippingMethods({ props: { labels, taxDisplay }, checkout, error }: ShippingMethodsProps) {
  const rates = checkout.__experimentalCart.shipping_rates[0]?.shipping_rates ?? [];
  const { shipping_problems: reasons } = checkout.extensions.checkout;
  const selected = rates.find((rate) => rate.selected)?.rate_id;
  const before = useRef(selected);
  const isReplaced = before.current !== undefined && !rates.some(({ rate_id }) => rate_id === before.current);
  if (!isReplaced) before.current = selected;
  const options = rates.map(({ rate_id, name, description, delivery_time, price, taxes, ...format }) => {
    const amount = Number(price) + (taxDisplay === 'including' ? Number(taxes) : 0);
    return {
      ...{ value: rate_id, label: name, detail: [description, delivery_time].filter(Boolean).join(' · ') },
      aside: amount === 0 ? labels.free : formatAmount(amount, format),
    };
  });
  return (
    <FormSection id="delivery-method" title={labels.shipping}>
      {options.length === 0 ? (
        <Notice kind="warning" id="shipping_method">
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Notice>
      ) : (
        <RadioGroup
          // When the server selects another rate, its selection replaces the one in the form.
          key={`${selected} ${options.map(({ value }) => value).join()}`}
          id="shipping_method"
          name="shipping_method"
          legend={labels.shipping}
          legendHidden
          options={options}
          value={selected}
          hint={isReplaced ? labels.shippingReplaced : undefined}
          error={error}
        />
      )}
    </FormSection>
  );
}
