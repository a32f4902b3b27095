import { type FormEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { clearStateOfOtherCountry } from '#features/addresses/browser.ts';
import { markCheckoutTitle } from '#features/checkout/contract.ts';
import { defineIsland } from '#platform/islands/island.shared.ts';
import { scrollToElement } from '#ui/browser/scroll-to.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox, RadioGroup } from '#ui/choices.tsx';
import { AddressFields } from './block-checkout/address-fields.tsx';
import { CheckoutField } from './block-checkout/checkout-field.tsx';
import { FormSection } from './block-checkout/form-section.tsx';
import { Problems } from './block-checkout/problems.tsx';
import { ShippingMethods } from './block-checkout/shipping-methods.tsx';
import { Summary } from './block-checkout/summary.tsx';
import { useCheckout } from './block-checkout/use-checkout.ts';
import {
  type BlockCheckoutProps,
  type FindError,
  type FindSuggestion,
  toControlId,
  toParam,
} from './block-checkout.shared.ts';

/**
 * The checkout with the delivery address first. Without script it is a form that posts its fields; with script it
 * uses the store API. Values stay in the form's fields.
 */
export const BlockCheckout = defineIsland(
  'block-checkout/block-checkout',
  function BlockCheckout(props: BlockCheckoutProps) {
    const { labels, fields, termsPath, paths, requestKey, titles } = props;
    const form = useRef<HTMLFormElement>(null);
    const [hasScript, setHasScript] = useState(false);
    const [isSame, setIsSame] = useState(props.isSame);
    // A field's problem is shown once the shopper has left the field, or an order was refused.
    const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
    const state = useCheckout(props, form, isSame);
    const { checkout, activity, refusals, extraFields } = state;
    const isRefused = refusals > 0;
    const cart = checkout.__experimentalCart;
    const shown = checkout.extensions.checkout;
    const hasDelivery = cart.needs_shipping;
    const address = { isSame: hasDelivery && isSame, storePlugin: props.api.storePlugin };
    // While both addresses are the same, replies contain the delivery address as billing address.
    const { country } = props.checkout.billing_address;
    const firstBilling = props.isSame ? { country } : props.checkout.billing_address;
    const problems = state.problems.filter(({ param }) => isRefused || left.has(param));
    const findError: FindError = (name) => problems.find(({ param }) => param === toParam(name, address))?.message;
    const findSuggestion: FindSuggestion = (name) => {
      const found = shown.suggestions.find(({ param }) => param === toParam(name, address));
      return found && { field: found.param.replace('_address.', '_'), value: found.value };
    };
    const onSuggestionApplied = () => state.saveSoon(false);
    useEffect(() => setHasScript(true), []);
    const hasProblems = isRefused && problems.length + state.notices.length > 0;
    useEffect(() => {
      if (hasScript) document.title = markCheckoutTitle(document.title, titles, hasProblems);
    }, [hasScript, titles, hasProblems]);
    const summary = useRefusalFocus(refusals);
    const total = shown.totals.find(({ is_total }) => is_total)?.value ?? '';

    const method = findMethod(shown.payment_methods, checkout.payment_method);
    const buttons = props.methodButtons.find((each) => each.method === method);

    const handleChange = ({ target }: SyntheticEvent) => {
      const { name, type, value, checked } = target as HTMLInputElement;
      // A browser may fill in a folded field.
      const fold = (target as HTMLElement).closest('details');
      if (fold && value !== '') fold.open = true;
      if (name === 'coupon_code') return;
      clearStateOfOtherCountry(target);
      if (name === 'use_delivery_address') setIsSame(checked);
      if (name === 'shipping_method') return void state.selectRate(value);
      const isChoice = ['checkbox', 'radio', 'select-one'].includes(type);
      state.saveSoon(!isChoice);
    };
    const handleBlur = ({ target }: SyntheticEvent) => {
      const { name, type } = target as HTMLInputElement;
      if (name === '' || name === 'coupon_code' || type === 'radio' || type === 'submit') return;
      const param = toParam(name, address);
      if (!left.has(param)) setLeft(new Set([...left, param]));
    };
    const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
      const { submitter } = event.nativeEvent as SubmitEvent;
      // A button with its own `formaction` does not submit the order.
      if (submitter?.hasAttribute('formaction')) return;
      event.preventDefault();
      const code = String(new FormData(event.currentTarget).get('coupon_code') ?? '').trim();
      // A code that was typed and not applied is applied first, so that nobody orders without the coupon by mistake.
      void (code === '' ? state.placeOrder() : state.changeCoupon('apply', code));
    };
    return (
      <form
        ref={form}
        className="split checkout block-checkout"
        id="checkout"
        method="post"
        action={paths.checkout}
        noValidate={hasScript}
        onChange={handleChange}
        onBlur={handleBlur}
        onSubmit={handleSubmit}
      >
        <input type="hidden" name="request_key" value={requestKey} />
        <input type="hidden" name="expected_total" value={shown.total} data-parts={JSON.stringify(shown.total_parts)} />
        {hasDelivery && <input type="hidden" name="delivery_first" value="1" />}
        <ServerHtml html={props.extensionsHtml} hidden />
        {/* The Enter key in a field presses the first button of the form. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <div className="block-checkout__problems" ref={summary}>
          {isRefused && (
            <Problems
              title={labels.problemsTitle}
              notices={state.notices}
              problems={problems.map(({ param, message }) => ({ field: toControlId(param, address), message }))}
              retry={
                state.unreached === 'order' ? { label: labels.retry, run: () => form.current?.requestSubmit() } : null
              }
            />
          )}
        </div>
        <Summary {...{ props, state, total }} />
        <div className="block-checkout__main">
          <FormSection id="contact" title={labels.contact}>
            <ServerHtml html={props.signInHtml} />
            <p className="field__hint">{labels.requiredNote}</p>
            <div className="form-grid">
              {[fields.email, ...(fields.phone ? [fields.phone] : [])].map((field) => (
                <CheckoutField
                  key={field.name}
                  {...{ look: field, findSuggestion, onSuggestionApplied, labels, isFolded: !field.required }}
                  value={field === fields.email ? checkout.billing_address.email : checkout.billing_address.phone}
                  error={findError(field.name)}
                />
              ))}
              <ExtraFields fields={extraFields} section="contact" />
            </div>
          </FormSection>
          {hasDelivery ? (
            <>
              <FormSection id="delivery-address" title={labels.delivery}>
                <AddressFields
                  {...{ kind: 'shipping', props, findError, findSuggestion, onSuggestionApplied }}
                  fields={shown.shipping_fields}
                  values={checkout.shipping_address}
                />
              </FormSection>
              <ShippingMethods {...{ props, checkout, error: findError('shipping_method') }} />
            </>
          ) : (
            <p className="form-part">{labels.deliveredByEmail}</p>
          )}
          <FormSection id="billing-address" title={labels.billing}>
            {hasDelivery && (
              <Checkbox
                id="use_delivery_address"
                name="use_delivery_address"
                value="1"
                label={labels.sameAddress}
                defaultChecked={props.isSame}
              />
            )}
            <div className={hasDelivery ? 'block-checkout__billing' : undefined}>
              <AddressFields
                {...{ kind: 'billing', props, findError, findSuggestion, onSuggestionApplied }}
                fields={shown.billing_fields}
                values={firstBilling}
              />
            </div>
            <ExtraFields fields={extraFields} section="billing" />
          </FormSection>
          <FormSection id="payment" title={labels.payment}>
            {shown.payment_methods.length === 0 ? (
              <p id="payment_method">{labels.paymentNone}</p>
            ) : (
              <RadioGroup
                key={shown.payment_methods.map(({ id }) => id).join()}
                id="payment_method"
                name="payment_method"
                legend={labels.payment}
                legendHidden
                options={shown.payment_methods.map(({ id, title, description_html }) => ({
                  value: id,
                  label: title,
                  detail: description_html === '' ? null : <ServerHtml html={description_html} />,
                }))}
                value={method}
                error={findError('payment_method')}
              />
            )}
          </FormSection>
          <FormSection id="note" title={labels.note}>
            <div className="form-grid">
              <CheckoutField
                {...{ look: fields.note, findSuggestion, onSuggestionApplied, labels, isFolded: true }}
                value={checkout.customer_note}
                error={findError(fields.note.name)}
              />
              <ExtraFields fields={extraFields} section="note" />
            </div>
          </FormSection>
          <div className="checkout__place">
            {termsPath !== null && (
              <Checkbox
                id="terms"
                name="terms"
                value="1"
                required
                defaultChecked={checkout.additional_fields[`${props.api.storePlugin}/terms`] === true}
                error={findError('terms')}
                label={
                  <>
                    {labels.termsBefore}{' '}
                    <a href={termsPath} target="_blank" rel="noopener" data-lightbox="page">
                      {labels.termsLink}
                    </a>{' '}
                    {labels.termsAfter}
                  </>
                }
              />
            )}
            {shown.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            <div className={buttons ? 'when-no-script' : undefined}>
              <Button wide aria-disabled={activity === 'placing' || undefined}>
                {activity === 'placing' ? labels.placing : labels.placeOrder.replace('{total}', total)}
              </Button>
            </div>
            {buttons && <p className="checkout__total when-script">{labels.totalChanged.replace('{total}', total)}</p>}
            {buttons && <ServerHtml key={buttons.method} html={buttons.html} />}
            <div className="when-no-script">
              <Button look="text" name="update_totals" value="1" formNoValidate>
                {labels.updateTotal}
              </Button>
            </div>
          </div>
        </div>
      </form>
    );
  },
);

function ExtraFields({ fields, section }: ExtraFieldsProps) {
  return fields
    .filter((field) => field.section === section && field.html !== '')
    .map(({ name, html }) => <ServerHtml key={name} html={html} />);
}

interface ExtraFieldsProps {
  readonly fields: BlockCheckoutProps['extraFields'];
  readonly section: 'contact' | 'billing' | 'note';
}

/** Renders HTML of the shop's features, in which React has escaped all values. */
function ServerHtml({ html, hidden }: { readonly html: string; readonly hidden?: boolean }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered it with React.
  return <div hidden={hidden} dangerouslySetInnerHTML={{ __html: html }} />;
}

const findMethod = (methods: readonly { readonly id: string }[], chosen: string): string | undefined =>
  (methods.find(({ id }) => id === chosen) ?? methods[0])?.id;

/** Moves the focus to the list of problems each time an order is refused. */
function useRefusalFocus(refusals: number) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals === 0) return;
    const notice = summary.current?.querySelector<HTMLElement>('[role=alert]');
    notice?.focus({ preventScroll: true });
    if (notice) scrollToElement(notice);
  }, [refusals]);
  return summary;
}
