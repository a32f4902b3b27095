import type { FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { WireNames } from '#platform/config/wire-names.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';

/**
 * Data of a feature about the request that places an order, stored with the order in addition to the shopper's input.
 * It is passed to handlers of `orders.created` and can't make an order fail: invalid data is ignored. A repeated
 * request that differs only in this data returns the existing order.
 */
export interface CheckoutExtension<Data = unknown> {
  /** Name of the feature: the key in `extensions` of `orders.created`. */
  readonly name: string;
  /** Renders additional content of the checkout form, such as hidden fields. */
  readonly render: (shop: Shop) => ReactNode;
  /** Prefix of the extension's field names. These fields are not saved with the shopper's input. */
  readonly fieldPrefix: (wire: WireNames) => string;
  /** Reads the form. Returns undefined to store nothing. */
  readonly readForm: (shop: Shop, request: FastifyRequest, form: FormBody) => unknown;
  /** Key in `extensions` of calls that place an order. */
  readonly namespace: (wire: WireNames) => string;
  readonly schema: z.ZodType<Data>;
  /** Reads the data of a call; null without valid data. Returns undefined to store nothing. */
  readData(shop: Shop, request: FastifyRequest, data: Data | null): unknown;
}

/** Stores additional data of a checkout with its order, in the tables of other features. */
export const checkoutExtensions = definePort<CheckoutExtension>('checkout.extensions');

export function readFormExtensions(shop: Shop, request: FastifyRequest, form: FormBody): Record<string, unknown> {
  return collect(shop, (extension) => extension.readForm(shop, request, form));
}

/**
 * Collects the data of all extensions from a call.
 * @param sent `extensions` of its body, not validated
 */
export function readDataExtensions(
  shop: Shop,
  request: FastifyRequest,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return collect(shop, ({ namespace, schema, readData }) => {
    const key = namespace(shop.wire);
    const parsed = schema.safeParse(Object.hasOwn(sent, key) ? sent[key] : undefined);
    return readData(shop, request, parsed.success ? parsed.data : null);
  });
}

function collect(shop: Shop, read: (extension: CheckoutExtension) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    shop.implementations(checkoutExtensions).flatMap((extension) => {
      const value = read(extension);
      return value === undefined ? [] : [[extension.name, value]];
    }),
  );
}

/** Removes fields of extensions, so that a saved form contains no data to which the shopper may later object. */
export function withoutExtensionFields(shop: Shop, form: FormBody): FormBody {
  const prefixes = shop.implementations(checkoutExtensions).map(({ fieldPrefix }) => fieldPrefix(shop.wire));
  return Object.fromEntries(
    Object.entries(form).filter(([name]) => !prefixes.some((prefix) => name.startsWith(prefix))),
  );
}
