import { renderToStaticMarkup } from 'react-dom/server';
import { cartPath, checkoutPath } from '#features/cart/index.ts';
import {
  type CheckoutForm,
  type CheckoutView,
  checkoutExtensions,
  checkoutSettings,
  createCheckoutFields,
  getCheckoutTitles,
  hasShippingAddress,
} from '#features/checkout/index.ts';
import { pricingTexts } from '#features/pricing/index.ts';
import { createStoreNonce, getStoreRoot } from '#features/store-api/index.ts';
import { toTextLook } from '#platform/forms/kinds/text.tsx';
import { formTexts } from '#platform/forms/texts.ts';
import { IdSalt, Island } from '#platform/islands/island.tsx';
import type { Actor } from '#platform/sessions/actor.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import { toParam } from '../api/checkout-fields.ts';
import { loadStoreCheckout, renderExtraFields } from '../api/checkout-reply.ts';
import type { BlockCheckoutProps, Label, ShownCheckout } from '../islands/block-checkout.shared.ts';
import { BlockCheckout } from '../islands/block-checkout.tsx';
import { blockCheckoutTexts as texts } from '../texts.ts';

/** Provides `checkoutForms`: the form with the delivery address first, which uses the store API. */
export const blockForm: CheckoutForm = {
  name: 'block',
  styles: 'src/features/block-checkout/block-checkout.page.css',
  render: async (view, actor) => {
    const props = await buildProps(view, actor);
    return (
      // The salt keeps HTML with one shopper's data out of the cache that others share.
      <IdSalt value="-checkout">
        <Island of={BlockCheckout} props={props} when="load" />
      </IdSalt>
    );
  },
};

async function buildProps(view: CheckoutView, actor: Actor): Promise<BlockCheckoutProps> {
  const { shop, context, form, problems, notices, couponFailure, requestKey } = view;
  const { wire, choices } = shop;
  const { t } = context;
  const { email, phone, note } = createCheckoutFields(shop);
  const extensions = shop.implementations(checkoutExtensions);
  const names = Object.keys(texts).filter((name) => name !== 'key') as (keyof typeof texts)[];
  const placeholders = { total: '{total}', quantity: '{quantity}', code: '{code}', value: '{value}' };
  return {
    checkout: (await loadStoreCheckout(view, actor.customer?.id ?? null, true)) as ShownCheckout,
    isSame: !hasShippingAddress(form),
    problems: problems.map(({ field, message }) => ({ param: toParam(wire, field), message })),
    notices: [...notices],
    couponFailure,
    requestKey,
    api: {
      root: getStoreRoot(wire),
      nonce: actor.visitorId === null ? null : createStoreNonce(shop, actor.visitorId),
      storePlugin: wire.storePlugin,
      publicUrl: shop.config.publicUrl,
    },
    extensions: extensions.map(({ fieldPrefix, namespace }) => ({
      prefix: fieldPrefix(wire),
      namespace: namespace(wire),
    })),
    countries: choices.countries
      .map((value) => ({ value, label: getCountryName(value, context.locale) }))
      .sort((a, b) => a.label.localeCompare(b.label, context.locale)),
    fields: {
      email: { ...toTextLook(email), id: 'billing-email' },
      phone: phone && { ...toTextLook(phone), id: 'billing-phone' },
      note: toTextLook(note),
    },
    extensionsHtml: renderToStaticMarkup(extensions.map(({ name, render }) => <div key={name}>{render(shop)}</div>)),
    extraFields: renderExtraFields(view, problems),
    signInHtml: renderToStaticMarkup(view.signIn),
    methodButtons: view.methodButtons.map(({ method, buttons }) => ({ method, html: renderToStaticMarkup(buttons) })),
    titles: getCheckoutTitles(shop),
    termsPath: shop.settings(checkoutSettings).termsPath,
    taxDisplay: context.taxDisplay,
    paths: { cart: cartPath, checkout: checkoutPath },
    labels: {
      ...(Object.fromEntries(names.map((name) => [name, t(texts[name], placeholders)])) as Record<Label, string>),
      free: t(pricingTexts.free),
      problemsTitle: t(formTexts.problemsTitle),
      requiredNote: t(formTexts.requiredNote),
    },
  };
}
