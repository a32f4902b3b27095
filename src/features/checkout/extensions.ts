import type { FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { WireNames } from '#platform/config/wire-names.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';

/**
 * What a feature keeps with an order of the request that places it, beside what the shopper types.
 * It is passed on to handlers of `orders.created` and can't make an order fail: what does not fit
 * is left out. A repeated request that differs in it alone is the same order.
 */
export interface CheckoutExtension<Data = unknown> {
  /** Name of the feature: the key in `extensions` of `orders.created`. */
  readonly name: string;
  /** Renders what belongs into the form of the checkout, such as hidden fields. */
  readonly render: (shop: Shop) => ReactNode;
  /** Begins the names of its fields, which are not kept with what was typed. */
  readonly fieldPrefix: (wire: WireNames) => string;
  /** Reads the form. Returns undefined to keep nothing. */
  readonly readForm: (shop: Shop, request: FastifyRequest, form: FormBody) => unknown;
  /** Key in `extensions` of calls that check out. */
  readonly namespace: (wire: WireNames) => string;
  /** Of its data in a call. */
  readonly schema: z.ZodType<Data>;
  /** Reads the data of a call; null without valid data. Returns undefined to keep nothing. */
  readData(shop: Shop, request: FastifyRequest, data: Data | null): unknown;
}

/** Keeps more of a checkout with its order, in the tables of other features. */
export const checkoutExtensions = definePort<CheckoutExtension>('checkout.extensions');

/** Reads what features keep of a form. */
export function readFormExtensions(shop: Shop, request: FastifyRequest, form: FormBody): Record<string, unknown> {
  return collect(shop, (extension) => extension.readForm(shop, request, form));
}

/**
 * Reads what features keep of a call.
 * @param sent `extensions` of its body, unchecked
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

/** What was typed alone: a kept form must not hold what the shopper refuses later. */
export function withoutExtensionFields(shop: Shop, form: FormBody): FormBody {
  const prefixes = shop.implementations(checkoutExtensions).map(({ fieldPrefix }) => fieldPrefix(shop.wire));
  return Object.fromEntries(
    Object.entries(form).filter(([name]) => !prefixes.some((prefix) => name.startsWith(prefix))),
  );
}
