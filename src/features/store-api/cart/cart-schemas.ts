import { z } from 'zod';
import { storeImage } from '../images.ts';
import { amount, currencyShape, rawPrices } from '../money.ts';
import { storeProduct } from '../products/product-schemas.ts';

/** Replies about the cart, in the public shapes that `docs/store-api.md` describes. */

const extensions = z.record(z.string(), z.unknown()).describe('Data of features, by their names');

export const cartItem = z
  .strictObject({
    key: z.string(),
    id: z.int().describe('Id of the variation; that of the product for a simple one'),
    type: z.enum(['simple', 'variation']),
    quantity: z.int().min(1),
    quantity_limits: z.strictObject({
      minimum: z.int(),
      maximum: z.int(),
      multiple_of: z.int(),
      editable: z.boolean(),
    }),
    name: z.string(),
    short_description: z.string(),
    description: z.string(),
    sku: z.string(),
    low_stock_remaining: z.int().nullable(),
    backorders_allowed: z.boolean(),
    show_backorder_badge: z.boolean(),
    sold_individually: z.boolean(),
    permalink: z.string(),
    images: z.array(storeImage),
    variation: z.array(z.strictObject({ raw_attribute: z.string(), attribute: z.string(), value: z.string() })),
    item_data: z
      .array(z.strictObject({ key: z.string(), value: z.string(), display: z.string() }))
      .describe('Add-ons, the time and place of an event, and the set of which it is a part'),
    prices: z.strictObject({
      price: amount,
      regular_price: amount,
      sale_price: amount,
      price_range: z.null(),
      ...currencyShape,
      raw_prices: rawPrices,
    }),
    totals: z
      .strictObject({
        line_subtotal: amount,
        line_subtotal_tax: amount,
        line_total: amount,
        line_total_tax: amount,
        ...currencyShape,
      })
      .describe('Without tax, and the tax. Zero for a line that cannot be ordered'),
    catalog_visibility: z.enum(['visible', 'catalog', 'search', 'hidden']),
    extensions,
  })
  .meta({ id: 'StoreCartItem' });

export const cartCoupon = z
  .strictObject({
    code: z.string(),
    discount_type: z.string(),
    totals: z.strictObject({ total_discount: amount, total_discount_tax: amount, ...currencyShape }),
  })
  .meta({ id: 'StoreCartCoupon' });

const addressShape = {
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  city: z.string(),
  state: z.string(),
  postcode: z.string(),
  country: z.string(),
  phone: z.string(),
};

export const shippingAddress = z.strictObject(addressShape);
export const billingAddress = z.strictObject({ ...addressShape, email: z.string() });

const shippingRate = z.strictObject({
  rate_id: z.string(),
  name: z.string(),
  description: z.string(),
  delivery_time: z.string(),
  price: amount,
  taxes: amount,
  instance_id: z.int(),
  method_id: z.string(),
  meta_data: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  selected: z.boolean(),
  ...currencyShape,
});

const { first_name: _f, last_name: _l, company: _c, phone: _p, ...destinationShape } = addressShape;

const shippingPackage = z.strictObject({
  package_id: z.int(),
  name: z.string(),
  destination: z.strictObject(destinationShape),
  items: z.array(z.strictObject({ key: z.string(), name: z.string(), quantity: z.int() })),
  shipping_rates: z.array(shippingRate),
});

export const storeCart = z
  .strictObject({
    items: z.array(cartItem),
    coupons: z.array(cartCoupon),
    fees: z.array(
      z.strictObject({
        key: z.string(),
        name: z.string(),
        totals: z.strictObject({ total: amount, total_tax: amount, ...currencyShape }),
      }),
    ),
    totals: z.strictObject({
      total_items: amount,
      total_items_tax: amount,
      total_fees: amount,
      total_fees_tax: amount,
      total_discount: amount,
      total_discount_tax: amount,
      total_shipping: amount.nullable(),
      total_shipping_tax: amount.nullable(),
      total_price: amount,
      total_tax: amount,
      tax_lines: z.array(z.strictObject({ name: z.string(), price: amount, rate: z.string() })),
      ...currencyShape,
    }),
    shipping_address: shippingAddress,
    billing_address: billingAddress,
    needs_payment: z.boolean(),
    needs_shipping: z.boolean(),
    payment_requirements: z.array(z.string()),
    has_calculated_shipping: z.boolean(),
    shipping_rates: z.array(shippingPackage),
    items_count: z.int().min(0).describe('Total quantity'),
    items_weight: z.number().min(0).describe('Kilograms'),
    cross_sells: z.array(storeProduct),
    errors: z.array(z.strictObject({ code: z.string(), message: z.string() })),
    payment_methods: z.array(z.string()),
    extensions,
  })
  .meta({ id: 'StoreCart' });

export type StoreCart = z.infer<typeof storeCart>;
export type StoreCartItem = z.infer<typeof cartItem>;
export type StoreCartCoupon = z.infer<typeof cartCoupon>;
export type StoreShippingPackage = z.infer<typeof shippingPackage>;
export type StoreShippingAddress = z.infer<typeof shippingAddress>;
export type StoreBillingAddress = z.infer<typeof billingAddress>;
