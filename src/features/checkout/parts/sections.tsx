import type { ReactNode } from 'react';
import { AddressFields, type AddressKind } from '#features/addresses/index.ts';
import { formatDelivery } from '#features/cart/index.ts';
import { formatShippingRefusals, getOnlyPackage, pricingTexts } from '#features/pricing/index.ts';
import { findFieldError } from '#platform/forms/field.ts';
import { FoldedField } from '#platform/forms/field-look.shared.tsx';
import { FormField, RequiredNote } from '#platform/forms/form-fields.tsx';
import type { TypedText } from '#platform/forms/kinds.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox, RadioGroup } from '#ui/choices.tsx';
import { Notice } from '#ui/notice.tsx';
import { type CheckoutView, findSelectedMethod, getDeliveryCountry, needsFullAddress } from '../checkout-view.ts';
import { differentAddressField, paymentMethodField, shippingMethodField, suggestionField } from '../contract.ts';
import { createAddressForm, createCheckoutFields } from '../form-fields.ts';
import { hasShippingAddress } from '../read-form.ts';
import type { CheckoutField } from '../slots.ts';
import { checkoutTexts as texts } from '../texts.ts';

interface SectionProps {
  readonly view: CheckoutView;
}

function FormSection({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="form-part" aria-labelledby={`${id}-title`}>
      <h2 className="form-part__title" id={`${id}-title`}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export function ContactSection({ view }: SectionProps) {
  const { context, shop } = view;
  const { email, phone } = createCheckoutFields(shop);
  return (
    <FormSection id="contact" title={context.t(texts.contact)}>
      {view.signIn}
      <RequiredNote t={context.t} />
      <div className="form-grid">
        <CheckoutFormField field={email} view={view} />
        {phone && <CheckoutFormField field={phone} view={view} />}
        <ExtraFields view={view} section="contact" />
      </div>
    </FormSection>
  );
}

function ExtraFields({ view, section }: SectionProps & { readonly section?: CheckoutField['section'] }) {
  const { extraFields, form, problems } = view;
  return extraFields
    .filter((extra) => extra.section === section)
    .map((extra) => <div key={extra.name}>{extra.render(form, problems)}</div>);
}

/** Renders a field with its suggestion. The field is folded while it is optional and empty. */
function CheckoutFormField({ field, view }: SectionProps & { readonly field: TypedText }) {
  const { form, problems } = view;
  const { name = '' } = field;
  const control = (
    <FormField field={field} state={{ t: view.context.t, form, problems }}>
      <Suggestion view={view} field={name} />
    </FormField>
  );
  if (field.required) return control;
  const isOpen = readSingleLine(form, name) !== '' || findFieldError(problems, name) !== undefined;
  return (
    <FoldedField field={field} isOpen={isOpen}>
      {control}
    </FoldedField>
  );
}

function Suggestion({ view, field }: SectionProps & { readonly field: string }) {
  const { t } = view.context;
  const found = view.suggestions.find((each) => each.field === field);
  if (!found) return null;
  return (
    <p className="field__suggestion">
      {t(texts.suggestion, { value: found.value })}{' '}
      <Button look="text" name={suggestionField} value={field} formNoValidate>
        {t(texts.useSuggestion)}
      </Button>
    </p>
  );
}

export function BillingSection({ view }: SectionProps) {
  return (
    <FormSection id="billing" title={view.context.t(texts.billingAddress)}>
      <CheckoutAddress view={view} kind="billing" />
      <ExtraFields view={view} section="billing" />
    </FormSection>
  );
}

export function ShippingAddressSection({ view }: SectionProps) {
  const { t } = view.context;
  return (
    <FormSection id="shipping" title={t(texts.deliveryAddress)}>
      <Checkbox
        id={differentAddressField}
        name={differentAddressField}
        value="1"
        label={t(texts.differentAddress)}
        defaultChecked={hasShippingAddress(view.form)}
      />
      <div className="checkout__other-address">
        <CheckoutAddress view={view} kind="shipping" />
      </div>
    </FormSection>
  );
}

function CheckoutAddress({ view, kind }: SectionProps & { readonly kind: AddressKind }) {
  const { shop, context, form, problems, order } = view;
  return (
    <AddressFields
      {...createAddressForm(shop, kind, { form, needsFullAddress: needsFullAddress(order.cart) })}
      context={context}
      form={form}
      problems={problems}
      renderBelow={(field) => <Suggestion view={view} field={field} />}
    />
  );
}

export function ShippingMethodSection({ view }: SectionProps) {
  const { shop, context, order } = view;
  const { t, price } = context;
  const { calculation, cart, destination } = order;
  if (!cart.needsShipping) return <p className="form-part">{t(texts.deliveredByEmail)}</p>;
  const { selected, options: offered } = getOnlyPackage(calculation);
  const options = offered.map((option) => {
    const { id, title, net, gross } = option;
    const amount = context.taxDisplay === 'including' ? gross : net;
    const aside = amount === 0 ? t(pricingTexts.free) : price({ amount, currency: cart.currency });
    const dates = formatDelivery(shop, context, { lines: cart.lines, destination }, option);
    return { value: id, label: title, aside, detail: [option.detail, dates].filter(Boolean).join(' · ') };
  });
  const isReplaced = calculation.problems.length > 0 && readSingleLine(view.form, shippingMethodField) !== '';
  return (
    <FormSection id="delivery" title={t(texts.shippingMethod)}>
      {options.length === 0 ? (
        <Notice kind="warning" id={shippingMethodField}>
          {formatShippingRefusals(context, calculation, getDeliveryCountry(view)).map((refusal) => (
            <p key={refusal}>{refusal}</p>
          ))}
        </Notice>
      ) : (
        <RadioGroup
          id={shippingMethodField}
          name={shippingMethodField}
          legend={t(texts.shippingMethod)}
          legendHidden
          options={options}
          value={selected?.methodId}
          hint={isReplaced ? t(texts.shippingReplaced, { title: selected?.title ?? '' }) : undefined}
          error={findFieldError(view.problems, shippingMethodField)}
        />
      )}
    </FormSection>
  );
}

export function PaymentSection({ view }: SectionProps) {
  const { t } = view.context;
  const { methods } = view.order;
  const selected = findSelectedMethod(view);
  return (
    <FormSection id="payment" title={t(texts.payment)}>
      {methods.length === 0 ? (
        <Notice kind="warning" id={paymentMethodField}>
          {t(texts.paymentNone)}
        </Notice>
      ) : (
        <RadioGroup
          id={paymentMethodField}
          name={paymentMethodField}
          legend={t(texts.payment)}
          legendHidden
          options={methods.map(({ id, title, description }) => ({ value: id, label: title, detail: description }))}
          value={selected?.id}
          error={findFieldError(view.problems, paymentMethodField)}
        />
      )}
    </FormSection>
  );
}

export function NotesSection({ view }: SectionProps) {
  const { shop, context } = view;
  const { t } = context;
  const { note } = createCheckoutFields(shop);
  return (
    <FormSection id="note" title={t(texts.noteTitle)}>
      <div className="form-grid">
        <CheckoutFormField field={note} view={view} />
        <ExtraFields view={view} />
      </div>
    </FormSection>
  );
}
