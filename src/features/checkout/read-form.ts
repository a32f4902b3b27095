import { z } from 'zod';
import type { Address } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { mailMessage } from '#platform/mail/message.ts';
import { type FieldRule, getAddressRules } from './address-rules.ts';
import { normalizeState } from './address-states.ts';
import {
  type AddressField,
  type AddressKind,
  addressFieldName,
  addressFields,
  differentAddressField,
  emailField,
  expectedTotalField,
  noteField,
  paymentMethodField,
  phoneField,
  requestKeyField,
  shippingMethodField,
  termsField,
} from './contract.ts';
import { checkoutSettings } from './settings.ts';
import type { CheckoutField } from './slots.ts';
import { checkoutTexts as texts } from './texts.ts';

const maxFieldLength = 10_000;
const fieldValue = z.union([z.string().max(maxFieldLength), z.array(z.string().max(maxFieldLength)).max(50)]);

/** The raw form; `readCheckoutForm` validates its fields. */
export const checkoutBody = z
  .record(z.string().max(200), fieldValue)
  .refine((fields) => Object.keys(fields).length <= 200, { error: 'at most 200 fields' });

/** A valid form. */
export interface CheckoutInput {
  readonly email: string;
  readonly phone: string;
  readonly billing: Address;
  /** Null when the order ships to the billing address. */
  readonly shipping: Address | null;
  readonly shippingMethod: string;
  readonly paymentMethod: string;
  readonly note: string;
  /** Values of extra fields by name. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly requestKey: string;
  /** Minor units. */
  readonly expectedTotal: number;
}

export interface FormProblem {
  /** Name and id of the form field. */
  readonly field: string;
  readonly message: string;
}

export type FormResult =
  | { readonly ok: true; readonly input: CheckoutInput }
  | { readonly ok: false; readonly problems: readonly FormProblem[] };

const maxNoteLength = 2000;
const maxPhoneLength = 50;

/** Reads a field's first value as one line, without control characters. */
export function readSingleLine(form: FormBody, name: string): string {
  return readText(form, name).replace(/\s+/g, ' ');
}

/** Reads a field's first value with its line breaks, without other control characters. */
export function readText(form: FormBody, name: string): string {
  const value = Object.hasOwn(form, name) ? form[name] : undefined;
  const first = typeof value === 'string' ? value : (value?.[0] ?? '');
  return first
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim();
}

export function hasShippingAddress(form: FormBody): boolean {
  return readSingleLine(form, differentAddressField) !== '';
}

/** Validates the form, independently of the cart. Problems are in the order of the fields. */
export function readCheckoutForm(shop: Shop, form: FormBody, extras: readonly CheckoutField[]): FormResult {
  const { t, settings } = shop;
  const { termsPath, phone: phoneSetting } = settings(checkoutSettings);
  const problems: FormProblem[] = [];
  const note = readText(form, noteField);
  const email = readSingleLine(form, emailField);
  const phone = phoneSetting === 'hidden' ? '' : readSingleLine(form, phoneField);
  if (!isEmail(email))
    problems.push({
      field: emailField,
      message: email === '' ? t(texts.required, { label: t(texts.email) }) : t(texts.emailInvalid),
    });
  if (phone === '' && phoneSetting === 'required')
    problems.push({ field: phoneField, message: t(texts.required, { label: t(texts.phone) }) });
  if (phone !== '' && !isPhone(phone)) problems.push({ field: phoneField, message: t(texts.phoneInvalid) });
  const billing = readAddress(shop, form, 'billing', problems);
  const shipping = hasShippingAddress(form) ? readAddress(shop, form, 'shipping', problems) : null;
  if (note.length > maxNoteLength)
    problems.push({ field: noteField, message: t(texts.tooLong, { label: t(texts.note), max: maxNoteLength }) });
  const meta = readExtraFields(form, extras, problems);
  if (termsPath !== null && readSingleLine(form, termsField) === '')
    problems.push({ field: termsField, message: t(texts.termsMissing) });
  if (problems.length > 0) return { ok: false, problems };
  const [shippingMethod, paymentMethod] = [
    readSingleLine(form, shippingMethodField),
    readSingleLine(form, paymentMethodField),
  ];
  return {
    ok: true,
    input: { email, phone, billing, shipping, shippingMethod, paymentMethod, note, meta, ...readHiddenFields(form) },
  };
}

/** The rule that every recipient of an e-mail must pass. */
const emailSchema = mailMessage.shape.to;

function isEmail(text: string): boolean {
  return emailSchema.safeParse(text).success && /@.+\.[^.]{2,}$/.test(text);
}

function isPhone(text: string): boolean {
  return text.length <= maxPhoneLength && /^\+?[\d\s()./-]+$/.test(text) && text.replace(/\D/g, '').length >= 5;
}

function readAddress({ t, choices }: Shop, form: FormBody, kind: AddressKind, problems: FormProblem[]): Address {
  const read = (field: AddressField) => readSingleLine(form, addressFieldName(kind, field));
  const rules = getAddressRules(read('country'));
  for (const field of addressFields) {
    const value = read(field);
    const shortLabel = t(rules[field].label);
    const label = kind === 'shipping' ? t(texts.deliveryLabel, { label: shortLabel }) : shortLabel;
    const isUnknownCountry = field === 'country' && !choices.countries.includes(value);
    const message = isUnknownCountry ? t(texts.countryInvalid) : findProblem(t, rules[field], label, value);
    if (message !== null) problems.push({ field: addressFieldName(kind, field), message });
  }
  const address = Object.fromEntries(addressFields.map((field) => [field, read(field)])) as Record<
    AddressField,
    string
  >;
  return { ...address, state: normalizeState(address.country, address.state) };
}

function findProblem(t: Shop['t'], { required, max, pattern }: FieldRule, label: string, value: string): string | null {
  if (value === '') return required ? t(texts.required, { label }) : null;
  if (value.length > max) return t(texts.tooLong, { label, max });
  if (pattern && !pattern.expression.test(value)) return t(texts.postcodeInvalid, { value, example: pattern.example });
  return null;
}

function readExtraFields(
  form: FormBody,
  extras: readonly CheckoutField[],
  problems: FormProblem[],
): Record<string, unknown> {
  const meta: Record<string, unknown> = {};
  for (const extra of extras) {
    const read = extra.read(form);
    if (!read.ok) problems.push(...read.problems);
    else if (read.value !== undefined) meta[extra.name] = read.value;
  }
  return meta;
}

/** Reads hidden fields. Invalid values become a new key and a total that never matches. */
function readHiddenFields(form: FormBody): Pick<CheckoutInput, 'requestKey' | 'expectedTotal'> {
  const key = readSingleLine(form, requestKeyField);
  const total = readSingleLine(form, expectedTotalField);
  return {
    requestKey: /^[\w-]{16,100}$/.test(key) ? key : crypto.randomUUID(),
    expectedTotal: /^\d{1,15}$/.test(total) ? Number(total) : -1,
  };
}
