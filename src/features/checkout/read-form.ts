import { type Address, type AddressKind, createAddressField } from '#features/addresses/index.ts';
import { vatNumberKey } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { readForm, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import {
  differentAddressField,
  expectedTotalField,
  paymentMethodField,
  requestKeyField,
  shippingMethodField,
  termsField,
} from './contract.ts';
import { createAddressForm, createCheckoutFields } from './form-fields.ts';
import { checkoutSettings } from './settings.ts';
import type { CheckoutField } from './slots.ts';
import { checkoutTexts as texts } from './texts.ts';

export interface CheckoutInput {
  readonly email: string;
  readonly phone: string;
  readonly billing: Address;
  /** Null when the order ships to the billing address. */
  readonly shipping: Address | null;
  /** Null to keep the shipping option of the cart, or to use the first one. */
  readonly shippingMethod: string | null;
  readonly paymentMethod: string;
  readonly note: string;
  /** Values of extra fields by name. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Data that features store about the request, by name of the feature. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Null for a request without a key: its content and the cart then determine whether it is repeated. */
  readonly requestKey: string | null;
  /** Minor units. Null to order at any total; the order is then refused if a coupon of the cart does not apply. */
  readonly expectedTotal: number | null;
}

export type FormResult =
  | {
      readonly ok: true;
      readonly input: CheckoutInput;
      /** Whether an extra field allows only returning the order that the form has already created. */
      readonly isRepeatOnly: boolean;
    }
  | { readonly ok: false; readonly problems: readonly FormProblem[] };

export function hasShippingAddress(form: FormBody): boolean {
  return readSingleLine(form, differentAddressField) !== '';
}

export interface CheckoutDemand {
  readonly extras: readonly CheckoutField[];
  /**
   * Returns the result of `needsFullAddress` for the cart. Called only if a form with a full address has problems.
   */
  readonly needsFullAddress: () => boolean | Promise<boolean>;
}

/** Validates the form. Of the cart, only the need for an address matters. Problems are in the order of the fields. */
export async function readCheckoutForm(
  shop: Shop,
  form: FormBody,
  { extras, needsFullAddress }: CheckoutDemand,
): Promise<FormResult> {
  const { t, settings } = shop;
  const read = (isFull: boolean) => readForm({ t, form }, createFields(shop, form, isFull));
  const full = read(true);
  const { value, problems: found } = full.problems.length === 0 || (await needsFullAddress()) ? full : read(false);
  const extra = await readExtraFields(form, extras);
  const problems = [...found, ...extra.problems];
  if (settings(checkoutSettings).termsPath !== null && readSingleLine(form, termsField) === '')
    problems.push({ field: termsField, message: t(texts.termsMissing) });
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    isRepeatOnly: extra.isRepeatOnly,
    input: {
      email: value.email,
      phone: value.phone ?? '',
      billing: value.billing,
      shipping: value.shipping ?? null,
      shippingMethod: readSingleLine(form, shippingMethodField),
      paymentMethod: readSingleLine(form, paymentMethodField),
      note: value.note,
      meta: extra.meta,
      ...readHiddenFields(form),
    },
  };
}

function createFields(shop: Shop, form: FormBody, needsFullAddress: boolean) {
  const { email, phone, note } = createCheckoutFields(shop);
  const createAddress = (kind: AddressKind) =>
    createAddressField(
      { t: shop.t, locale: shop.choices.locale },
      createAddressForm(shop, kind, { form, needsFullAddress }),
    );
  const hasOtherAddress = needsFullAddress && hasShippingAddress(form);
  const addresses = {
    billing: createAddress('billing'),
    shipping: hasOtherAddress ? createAddress('shipping') : null,
  };
  return { email, phone, ...addresses, note };
}

async function readExtraFields(
  form: FormBody,
  extras: readonly CheckoutField[],
): Promise<
  Pick<CheckoutInput, 'meta'> & { readonly problems: readonly FormProblem[]; readonly isRepeatOnly: boolean }
> {
  const meta: Record<string, unknown> = {};
  const problems: FormProblem[] = [];
  let isRepeatOnly = false;
  for (const extra of extras) {
    const read = await extra.read(form);
    if (!read.ok) problems.push(...read.problems);
    else if (read.value !== undefined) meta[extra.name] = read.value;
    if (read.ok && read.isRepeatOnly) isRepeatOnly = true;
  }
  return { meta, problems, isRepeatOnly };
}

/** @returns the VAT number from the fields of other features; null without a valid one */
export async function readVatNumber(form: FormBody, extras: readonly CheckoutField[]): Promise<string | null> {
  const read = await extras.find(({ name }) => name === vatNumberKey)?.read(form);
  return read?.ok && typeof read.value === 'string' ? read.value : null;
}

/** @returns the idempotency key of the form; null when the form has none or an invalid one */
export function readRequestKey(form: FormBody): string | null {
  const key = readSingleLine(form, requestKeyField);
  return /^[\w-]{16,100}$/.test(key) ? key : null;
}

/** Reads hidden fields. An invalid key counts as missing; an invalid total never matches. */
function readHiddenFields(form: FormBody): Pick<CheckoutInput, 'requestKey' | 'expectedTotal'> {
  const total = readSingleLine(form, expectedTotalField);
  return {
    requestKey: readRequestKey(form),
    expectedTotal: /^\d{1,15}$/.test(total) ? Number(total) : -1,
  };
}
