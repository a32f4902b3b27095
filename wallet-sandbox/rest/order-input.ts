import type {
  Address,
  ExperienceContext,
  Item,
  OrderDocument,
  PurchaseUnit,
  ShippingOption,
} from '../state/documents.ts';
import { checkItemTotals, readAmount, readMoney, toMinor } from './amounts.ts';
import {
  type Fields,
  readArray,
  readChoice,
  readObject,
  readOptionalObject,
  readOptionalString,
  readString,
  withoutUndefined,
} from './fields.ts';
import { invalid, Problem, unprocessable } from './problem.ts';

const countriesWithPostcode = new Set('AT BE CA CH DE DK ES FI FR GB IT JP NL NO PL PT SE US'.split(' '));
const preferences = ['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'] as const;

/** The only purchase unit that the sandbox takes. */
export function readPurchaseUnit(input: unknown, field: string): PurchaseUnit {
  const fields = readObject(input, field);
  const amount = readAmount(fields.amount, `${field}/amount`);
  const text = (name: string, max: number) => readOptionalString(fields[name], `${field}/${name}`, max);
  const items = fields.items === undefined ? undefined : readItems(fields.items, `${field}/items`);
  checkItemTotals(items, amount, `${field}/amount`);
  return withoutUndefined({
    reference_id: text('reference_id', 256) ?? 'default',
    amount,
    description: text('description', 127),
    custom_id: text('custom_id', 127),
    invoice_id: text('invoice_id', 127),
    soft_descriptor: text('soft_descriptor', 22),
    items,
    shipping: readShipping(fields.shipping, `${field}/shipping`),
  }) as PurchaseUnit;
}

export function readItems(input: unknown, field: string): Item[] {
  return readArray(input, field, 100).map((each, index) => {
    const at = `${field}/${index}`;
    const item = readObject(each, at);
    readString(item.name, `${at}/name`, 127);
    readString(item.quantity, `${at}/quantity`, 10, /^[1-9]\d*$/);
    readOptionalString(item.sku, `${at}/sku`, 127);
    readOptionalString(item.description, `${at}/description`, 127);
    if (item.category !== undefined) {
      readChoice(item.category, `${at}/category`, ['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION']);
    }
    const tax = item.tax === undefined ? {} : { tax: readMoney(item.tax, `${at}/tax`) };
    return { ...item, unit_amount: readMoney(item.unit_amount, `${at}/unit_amount`), ...tax } as Item;
  });
}

function readShipping(input: unknown, field: string): PurchaseUnit['shipping'] | undefined {
  const fields = readOptionalObject(input, field);
  if (!fields) return undefined;
  return withoutUndefined({
    name: readName(fields.name, `${field}/name`),
    address: fields.address === undefined ? undefined : readAddress(fields.address, `${field}/address`),
    options: fields.options === undefined ? undefined : readShippingOptions(fields.options, `${field}/options`),
    type:
      fields.type === undefined
        ? undefined
        : readChoice(fields.type, `${field}/type`, ['SHIPPING', 'PICKUP_IN_PERSON']),
  }) as PurchaseUnit['shipping'];
}

export function readName(input: unknown, field: string): { full_name: string } | undefined {
  const fields = readOptionalObject(input, field);
  return fields && { full_name: readString(fields.full_name, `${field}/full_name`, 300) };
}

export function readAddress(input: unknown, field: string): Address {
  const fields = readObject(input, field);
  const text = (name: string, max: number) => readOptionalString(fields[name], `${field}/${name}`, max);
  const country = readString(fields.country_code, `${field}/country_code`, 2, /^([A-Z]{2}|C2)$/);
  const address = withoutUndefined({
    address_line_1: text('address_line_1', 300),
    address_line_2: text('address_line_2', 300),
    admin_area_1: text('admin_area_1', 300),
    admin_area_2: text('admin_area_2', 120),
    postal_code: text('postal_code', 60),
    country_code: country,
  });
  if (!address.admin_area_2) throw unprocessable('CITY_REQUIRED', { field: `${field}/admin_area_2` });
  if (countriesWithPostcode.has(country) && !address.postal_code) {
    throw unprocessable('POSTAL_CODE_REQUIRED', { field: `${field}/postal_code` });
  }
  return address;
}

export function readShippingOptions(input: unknown, field: string): ShippingOption[] {
  const options = readArray(input, field, 10).map((each, index): ShippingOption => {
    const at = `${field}/${index}`;
    const option = readObject(each, at);
    if (typeof option.selected !== 'boolean') throw invalid('MISSING_REQUIRED_PARAMETER', `${at}/selected`);
    const type =
      option.type === undefined ? {} : { type: readChoice(option.type, `${at}/type`, ['SHIPPING', 'PICKUP']) };
    return {
      id: readString(option.id, `${at}/id`, 127),
      label: readString(option.label, `${at}/label`, 127),
      ...type,
      ...(option.amount === undefined ? {} : { amount: readMoney(option.amount, `${at}/amount`) }),
      selected: option.selected,
    };
  });
  const selected = options.filter((option) => option.selected);
  if (selected.length === 0) throw unprocessable('SHIPPING_OPTION_NOT_SELECTED', { field });
  if (selected.length > 1) throw unprocessable('MULTIPLE_SHIPPING_OPTION_SELECTED', { field });
  return options;
}

/** What holds between the parts of an order, when created and after each change. */
export function checkOrder(unit: PurchaseUnit, { shipping_preference }: ExperienceContext, field: string): void {
  const options = unit.shipping?.options;
  if (options && shipping_preference !== 'GET_FROM_FILE') {
    throw unprocessable('SHIPPING_OPTIONS_NOT_SUPPORTED', { field: `${field}/shipping/options` });
  }
  const selected = options?.find((option) => option.selected)?.amount;
  const shipping = unit.amount.breakdown?.shipping;
  if (selected && toMinor(selected) !== (shipping ? toMinor(shipping) : 0n)) {
    throw unprocessable('PREFERRED_SHIPPING_OPTION_AMOUNT_MISMATCH', { field: `${field}/shipping/options` });
  }
  if (shipping_preference === 'SET_PROVIDED_ADDRESS' && !unit.shipping?.address) {
    throw new Problem(422, 'MISSING_SHIPPING_ADDRESS', { field: `${field}/shipping/address` });
  }
}

/** What an order is paid with, and what the shopper meets there. */
export interface ReadSource {
  readonly hasSource: boolean;
  readonly verification: OrderDocument['verification'];
  readonly sheet: 'google_pay' | null;
  readonly context: ExperienceContext;
}

export function readSource(body: Fields): ReadSource {
  const source = readOptionalObject(body.payment_source, '/payment_source');
  const [name, details] = Object.entries(source ?? {})[0] ?? [];
  const at = `/payment_source/${name}/experience_context`;
  const isGooglePay = name === 'google_pay';
  if (name !== undefined && name !== 'paypal' && name !== 'card' && !isGooglePay) {
    throw invalid('NOT_SUPPORTED', `/payment_source/${name}`);
  }
  const given =
    name === undefined ? body.application_context : readObject(details, `/payment_source/${name}`).experience_context;
  const hasCard = name === 'card' || isGooglePay;
  const verification = hasCard ? readVerification(readObject(details, `/payment_source/${name}`)) : null;
  const fields = readOptionalObject(given, at) ?? {};
  const choice = <T extends string>(key: string, choices: readonly [T, ...T[]]) =>
    fields[key] === undefined ? choices[0] : readChoice(fields[key], `${at}/${key}`, choices);
  const url = (key: string) => readOptionalString(fields[key], `${at}/${key}`, 4000, /^https?:\/\//);
  const context = withoutUndefined({
    shipping_preference: choice('shipping_preference', preferences),
    user_action: choice('user_action', ['CONTINUE', 'PAY_NOW']),
    return_url: url('return_url'),
    cancel_url: url('cancel_url'),
    brand_name: readOptionalString(fields.brand_name, `${at}/brand_name`, 127),
    locale: readOptionalString(fields.locale, `${at}/locale`, 10, /^[a-z]{2}(-[A-Z][A-Za-z]{3})?(-[A-Z]{2})?$/),
    order_update_callback_config: readCallback(fields.order_update_callback_config, at),
  }) as ExperienceContext;
  if (context.order_update_callback_config && context.shipping_preference !== 'GET_FROM_FILE') {
    throw unprocessable('INCOMPATIBLE_PARAMETER_VALUE', { field: `${at}/order_update_callback_config` });
  }
  return { hasSource: name !== undefined, verification, sheet: isGooglePay ? 'google_pay' : null, context };
}

/** Cards are typed into the frames of the SDK. Shops that know their numbers are not for this account. */
function readVerification(card: Fields): 'SCA_WHEN_REQUIRED' | 'SCA_ALWAYS' {
  const at = '/payment_source/card';
  if (card.number !== undefined || card.security_code !== undefined) {
    throw unprocessable('NOT_ENABLED_FOR_CARD_PROCESSING', { field: `${at}/number` });
  }
  const attributes = readOptionalObject(card.attributes, `${at}/attributes`) ?? {};
  const verification = readOptionalObject(attributes.verification, `${at}/attributes/verification`) ?? {};
  const field = `${at}/attributes/verification/method`;
  if (verification.method === undefined) return 'SCA_WHEN_REQUIRED';
  return readChoice(verification.method, field, ['SCA_WHEN_REQUIRED', 'SCA_ALWAYS']);
}

function readCallback(input: unknown, at: string): ExperienceContext['order_update_callback_config'] {
  const field = `${at}/order_update_callback_config`;
  const fields = readOptionalObject(input, field);
  if (!fields) return undefined;
  // The provider calls https alone. On loopback the shop has no certificate.
  const pattern = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/;
  const events = readArray(fields.callback_events, `${field}/callback_events`, 5);
  return {
    callback_url: readString(fields.callback_url, `${field}/callback_url`, 2040, pattern),
    callback_events: events.map((event) => readChoice(event, field, ['SHIPPING_ADDRESS', 'SHIPPING_OPTIONS'])),
  };
}
