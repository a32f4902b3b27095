import type { ReactNode } from 'react';
import { countryName } from '#platform/texts/formats.ts';
import { Checkbox, RadioGroup } from '#ui/choices.tsx';
import { Textarea, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import {
  differentAddressField,
  emailField,
  fieldName,
  noteField,
  paymentMethodField,
  phoneField,
  shippingMethodField,
} from '../contract.ts';
import { lineOf, wantsOtherAddress } from '../read-form.ts';
import { checkoutSettings } from '../settings.ts';
import { checkoutTexts as texts } from '../texts.ts';
import { type CheckoutView, errorOf } from '../view.ts';
import { AddressForm } from './address-form.tsx';

interface SectionProps {
  readonly view: CheckoutView;
}

function Part({ id, title, children }: { readonly id: string; readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="form-part" aria-labelledby={`${id}-title`}>
      <h2 className="form-part__title" id={`${id}-title`}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Contact({ view }: SectionProps) {
  const { form, context, shop } = view;
  const { t } = context;
  const { phone } = shop.settings(checkoutSettings);
  const value = (name: string) => ({ name, defaultValue: lineOf(form, name) });
  return (
    <Part id="contact" title={t(texts.contact)}>
      <div className="form-grid">
        <Field
          id={emailField}
          label={t(texts.email)}
          hint={t(texts.emailHint)}
          error={errorOf(view, emailField)}
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
            error={errorOf(view, phoneField)}
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
    </Part>
  );
}

/** The country chosen so far, else the first that the shop sells to. */
export function countryOf({ form, shop }: Pick<CheckoutView, 'form' | 'shop'>, kind: 'billing' | 'shipping'): string {
  const { countries } = shop.choices;
  const sent = lineOf(form, fieldName(kind, 'country'));
  return countries.find((country) => country === sent) ?? countries[0] ?? '';
}

export function Billing({ view }: SectionProps) {
  return (
    <Part id="billing" title={view.context.t(texts.billingAddress)}>
      <AddressForm view={view} kind="billing" country={countryOf(view, 'billing')} />
    </Part>
  );
}

export function DifferentAddress({ view }: SectionProps) {
  const { t } = view.context;
  return (
    <Part id="shipping" title={t(texts.deliveryAddress)}>
      <Checkbox
        id={differentAddressField}
        name={differentAddressField}
        value="1"
        label={t(texts.differentAddress)}
        defaultChecked={wantsOtherAddress(view.form)}
      />
      <div className="checkout__other-address">
        <AddressForm view={view} kind="shipping" country={countryOf(view, 'shipping')} />
      </div>
    </Part>
  );
}

export function Delivery({ view }: SectionProps) {
  const { context, review } = view;
  const { t, price } = context;
  const { shippingOptions, shipping, cart } = review;
  if (!cart.needsShipping) return <p className="form-part">{t(texts.deliveredByEmail)}</p>;
  const options = shippingOptions.map(({ id, title, amount }) => ({
    value: id,
    label: title,
    aside: amount === 0 ? t(texts.free) : price({ amount, currency: cart.currency }),
  }));
  return (
    <Part id="delivery" title={t(texts.shippingMethod)}>
      {options.length === 0 ? (
        <Notice kind="warning" id={shippingMethodField}>
          {t(texts.shippingNone, { country: deliveryCountry(view) })}
        </Notice>
      ) : (
        <RadioGroup
          id={shippingMethodField}
          name={shippingMethodField}
          legend={t(texts.shippingMethod)}
          legendHidden
          options={options}
          value={shipping?.id}
          error={errorOf(view, shippingMethodField)}
        />
      )}
    </Part>
  );
}

export function deliveryCountry(view: Pick<CheckoutView, 'form' | 'shop' | 'context'>): string {
  const country = countryOf(view, wantsOtherAddress(view.form) ? 'shipping' : 'billing');
  return countryName(country, view.context.locale);
}

export function Payment({ view }: SectionProps) {
  const { t } = view.context;
  const { methods } = view.review;
  const sent = lineOf(view.form, paymentMethodField);
  const chosen = methods.find(({ id }) => id === sent) ?? methods[0];
  return (
    <Part id="payment" title={t(texts.payment)}>
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
          value={chosen?.id}
          error={errorOf(view, paymentMethodField)}
        />
      )}
    </Part>
  );
}

export function Notes({ view }: SectionProps) {
  const { form, context, extras, problems } = view;
  const { t } = context;
  const note = form[noteField];
  return (
    <Part id="note" title={t(texts.noteTitle)}>
      <div className="form-grid">
        <Field id={noteField} label={t(texts.note)} note={t(texts.optional)} error={errorOf(view, noteField)}>
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
        {extras.map((extra) => (
          <div key={extra.name}>{extra.render(form, problems)}</div>
        ))}
      </div>
    </Part>
  );
}
