import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { storeCart } from '../cart/cart-schemas.ts';
import { storeErrors, toPublicCode } from '../errors.ts';
import type { StoreFailure } from './operation.ts';

export const storeFailure = z
  .strictObject({
    code: z.string().describe('Permanent'),
    message: z.string().describe('For people'),
    data: z.strictObject({
      status: z.int(),
      params: z
        .union([z.record(z.string(), z.string()), z.array(z.string())])
        .optional()
        .describe('Problems by parameter, or the names of missing parameters'),
      cart: storeCart.optional().describe('After a conflict (409): the cart as it is'),
    }),
  })
  .meta({ id: 'StoreFailure' });

export type StoreFailureBody = z.infer<typeof storeFailure>;

export interface StoreReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export function toFailureReply(
  { wire }: Pick<Shop, 'wire'>,
  { code, message, params, retryAfter }: StoreFailure,
  cart?: StoreFailureBody['data']['cart'],
): StoreReply {
  const { status } = storeErrors.codes[code];
  const body: StoreFailureBody = {
    code: toPublicCode(wire, code),
    message,
    data: {
      status,
      ...(params === undefined ? {} : { params: Array.isArray(params) ? [...params] : { ...(params as object) } }),
      ...(cart === undefined ? {} : { cart }),
    },
  };
  return { status, body, headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) } };
}
