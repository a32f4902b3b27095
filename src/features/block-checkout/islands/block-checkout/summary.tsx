import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { Field, FieldError } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { type BlockCheckoutProps, type ShownCheckout, toLocalUrl } from '../block-checkout.shared.ts';
import { formatAmount } from './format-amount.ts';
import type { CheckoutActions, CheckoutState } from './use-checkout.ts';

interface SummaryProps {
  readonly props: BlockCheckoutProps;
  readonly state: CheckoutState & CheckoutActions;
  readonly total: string;
}

/**
 * The items of the order and the totals. With script it is folded on small screens, where only the total stays
 * visible.
 */
export function Summary({ props, state, total }: SummaryProps) {
  const { labels, paths } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { checkout, activity, unreached } = state;
  const { items, coupons, errors } = checkout.__experimentalCart;
  // Errors about shipping are shown beside the rates.
  const couponErrors = errors.filter(({ code }) => code.endsWith('_cart_coupon_error'));
  const { totals, is_taxed } = checkout.extensions.checkout;
  return (
    <aside className="split__side summary block-summary" aria-labelledby="summary-title">
      <h2 className="summary__title block-summary__title" id="summary-title">
        {labels.summary}
      </h2>
      <button
        type="button"
        className="block-summary__toggle when-script"
        aria-expanded={isOpen}
        aria-controls="summary-body"
        onClick={() => setIsOpen(!isOpen)}
      >
        <span>{labels.summary}</span> <Icon name="chevron-down" small />
        <span className="block-summary__total">{total}</span>
      </button>
      <div className="block-summary__body" id="summary-body" data-open={isOpen} aria-busy={activity === 'updating'}>
        <ul className="items">
          {items.map((item) => (
            <Item key={item.key} item={item} props={props} />
          ))}
        </ul>
        <section className="coupons" aria-label={labels.coupons}>
          {coupons.length > 0 && (
            <ul className="coupons__list">
              {coupons.map(({ code }) => (
                <li className="coupons__item" key={code}>
                  <p className="coupons__code">{code}</p>
                  <Button
                    look="text"
                    name="remove_coupon"
                    value={code}
                    formNoValidate
                    onClick={(event) => {
                      event.preventDefault();
                      void state.changeCoupon('remove', code);
                    }}
                  >
                    <span aria-hidden="true">{labels.couponRemove}</span>
                    <VisuallyHidden>{labels.couponRemoveNamed.replace('{code}', code)}</VisuallyHidden>
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {couponErrors.map(({ message }) => (
            <FieldError key={message} id="coupons" error={message} />
          ))}
          <CouponField {...{ props, state }} />
        </section>
        <dl className="totals">
          {totals.map(({ label, value, is_total }, index) => (
            <div
              className={is_total ? 'totals__row totals__row--grand' : 'totals__row'}
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one label, and they never move
              key={index}
            >
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {is_taxed && <p className="summary__note">{labels.taxIncluded}</p>}
        <p>
          <a href={paths.cart}>{labels.editCart}</a>
        </p>
      </div>
      {unreached === 'update' && (
        <p className="checkout-status">
          {labels.notUpdated}{' '}
          <Button look="text" type="button" onClick={() => state.saveSoon(false)}>
            {labels.retry}
          </Button>
        </p>
      )}
    </aside>
  );
}

interface ItemProps {
  readonly item: ShownCheckout['__experimentalCart']['items'][number];
  readonly props: Pick<BlockCheckoutProps, 'labels' | 'taxDisplay' | 'api'>;
}

function Item({ item, props: { labels, taxDisplay, api } }: ItemProps) {
  const { name, quantity, images, variation, item_data, totals } = item;
  const [image] = images;
  const tax = taxDisplay === 'including' ? Number(totals.line_subtotal_tax) : 0;
  const notes = [
    ...variation.map(({ attribute, value }) => `${attribute}: ${value}`),
    ...item_data.map(({ key, display, value }) => `${key}: ${display || value}`),
  ];
  return (
    <li className="item">
      <div className="item__photo">
        {image && <img src={toLocalUrl(image.thumbnail, api)} alt="" width="72" height="90" loading="lazy" />}
      </div>
      <div className="item__text">
        <p className="item__name">
          {name} <span className="item__times">{labels.times.replace('{quantity}', String(quantity))}</span>
        </p>
        {notes.map((note) => (
          <p className="item__note" key={note}>
            {note}
          </p>
        ))}
      </div>
      <p className="item__total">{formatAmount(Number(totals.line_subtotal) + tax, totals)}</p>
    </li>
  );
}

/** Its button submits the surrounding form, so that no typed values are lost. */
function CouponField({ props: { labels }, state }: Pick<SummaryProps, 'props' | 'state'>) {
  const { couponFailure, checkout } = state;
  return (
    <details className="accordion" open={couponFailure !== null}>
      <summary className="accordion__title">{labels.couponTitle}</summary>
      <div className="accordion__body">
        <div className="coupons__field">
          <Field id="coupon_code" label={labels.couponCode} error={couponFailure}>
            {(control) => (
              <TextInput
                {...control}
                // The new key empties the field once a code was applied.
                key={checkout.__experimentalCart.coupons.length}
                name="coupon_code"
                maxLength={200}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
              />
            )}
          </Field>
          <Button
            look="quiet"
            name="apply_coupon"
            value="1"
            formNoValidate
            onClick={(event) => {
              event.preventDefault();
              const code = new FormData(event.currentTarget.form ?? undefined).get('coupon_code');
              void state.changeCoupon('apply', String(code ?? '').trim());
            }}
          >
            {labels.couponApply}
          </Button>
        </div>
      </div>
    </details>
  );
}
