import type { ReactNode } from 'react';
import { pricingTexts } from '#features/pricing/index.ts';
import { Checkbox, RadioGroup } from '#ui/choices.tsx';
import { Textarea, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { type CheckoutView, findFieldError, getDeliveryCountryName, getSelectedCountry } from '../checkout-view.ts';
import {
  differentAddressField,
  emailField,
  noteField,
  paymentMethodField,
  phoneField,
  shippingMethodField,
} from '../contract.ts';
import { hasShippingAddress, readSingleLine } from '../read-form.ts';
import { checkoutSettings } from '../settings.ts';
import { checkoutTexts as texts } from '../texts.ts';
import { AddressForm } from './address-form.tsx';

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
  const { form, context, shop } = view;
  const { t } = context;
  const { phone } = shop.settings(checkoutSettings);
  const value = (name: string) => ({ name, defaultValue: readSingleLine(form, name) });
  return (
    <FormSection id="contact" title={t(texts.contact)}>
      <div className="form-grid">
        <Field
          id={emailField}
          label={t(texts.email)}
          hint={t(texts.emailHint)}
          error={findFieldError(view, emailField)}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              {...value(emailField)}
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={254}
            />
          )}
        </Field>
        {phone !== 'hidden' && (
          <Field
            id={phoneField}
            label={t(texts.phone)}
            note={phone === 'optional' ? t(texts.optional) : undefined}
            hint={t(texts.phoneHint)}
            error={findFieldError(view, phoneField)}
            required={phone === 'required'}
          >
            {(control) => (
              <TextInput
                {...control}
                {...value(phoneField)}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                maxLength={50}
              />
            )}
          </Field>
        )}
      </div>
    </FormSection>
  );
}

export function BillingSection({ view }: SectionProps) {
  return (
    <FormSection id="billing" title={view.context.t(texts.billingAddress)}>
      <AddressForm view={view} kind="billing" country={getSelectedCountry(view, 'billing')} />
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
        <AddressForm view={view} kind="shipping" country={getSelectedCountry(view, 'shipping')} />
      </div>
    </FormSection>
  );
}

export function ShippingMethodSection({ view }: SectionProps) {
  const { context, order } = view;
  const { t, price } = context;
  const { calculation, cart } = order;
  if (!cart.needsShipping) return <p className="form-part">{t(texts.deliveredByEmail)}</p>;
  const options = calculation.shipping.options.map(({ id, title, net, gross }) => {
    const amount = context.taxDisplay === 'including' ? gross : net;
    const aside = amount === 0 ? t(pricingTexts.free) : price({ amount, currency: cart.currency });
    return { value: id, label: title, aside };
  });
  return (
    <FormSection id="delivery" title={t(texts.shippingMethod)}>
      {options.length === 0 ? (
        <Notice kind="warning" id={shippingMethodField}>
          {t(texts.shippingNone, { country: getDeliveryCountryName(view) })}
        </Notice>
      ) : (
        <RadioGroup
          id={shippingMethodField}
          name={shippingMethodField}
          legend={t(texts.shippingMethod)}
          legendHidden
          options={options}
          value={calculation.shipping.selected?.methodId}
          error={findFieldError(view, shippingMethodField)}
        />
      )}
    </FormSection>
  );
}

export function PaymentSection({ view }: SectionProps) {
  const { t } = view.context;
  const { methods } = view.order;
  const submitted = readSingleLine(view.form, paymentMethodField);
  const selected = methods.find(({ id }) => id === submitted) ?? methods[0];
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
          error={findFieldError(view, paymentMethodField)}
        />
      )}
    </FormSection>
  );
}

export function NotesSection({ view }: SectionProps) {
  const { form, context, extraFields, problems } = view;
  const { t } = context;
  const note = form[noteField];
  return (
    <FormSection id="note" title={t(texts.noteTitle)}>
      <div className="form-grid">
        <Field id={noteField} label={t(texts.note)} note={t(texts.optional)} error={findFieldError(view, noteField)}>
          {(control) => (
            <Textarea
              {...control}
              name={noteField}
              rows={3}
              maxLength={2000}
              defaultValue={typeof note === 'string' ? note : ''}
            />
          )}
        </Field>
        {extraFields.map((extra) => (
          <div key={extra.name}>{extra.render(form, problems)}</div>
        ))}
      </div>
    </FormSection>
  );
}
