import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import type { StoreErrorCode } from '../errors.ts';

/** The visitor or customer whose cart a request reads or changes. */
export interface StoreSession {
  /** The guest whom a valid cart token names, else the actor whom the cookies name. */
  readonly actor: Actor;
  readonly owner: Owner;
  /** The visitor to whom nonces and the cart token are bound. */
  readonly visitorId: string;
  readonly customerId: number | null;
  /** Whether a valid cart token identifies the cart. Cookies of the request are then ignored. */
  readonly hasToken: boolean;
}

export interface StoreCall {
  readonly shop: Shop;
  readonly request: FastifyRequest;
  readonly ip: string;
  readonly session: StoreSession;
  /** Value of the header `Idempotency-Key`. Only operations that add to the cart or place an order read it. */
  readonly requestKey?: string;
}

export interface StoreSuccess {
  readonly ok: true;
  /** Absent when the status is 204. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface StoreFailure {
  readonly ok: false;
  readonly code: StoreErrorCode;
  readonly message: string;
  /** The problem of each invalid parameter by its name, or the names of missing parameters. */
  readonly params?: Readonly<Record<string, string>> | readonly string[];
  /** Seconds. */
  readonly retryAfter?: number;
}

/** One method of one path of the store API, for HTTP and for batches. */
export interface StoreOperation<Input = never> {
  /** Operation id in the description of the API: `store-api.verb-noun`. */
  readonly name: string;
  readonly description: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the root of the store API, in Fastify's syntax: `cart/items/:key`. */
  readonly path: string;
  /**
   * `catalogue` operations read data that is the same for everyone, from any origin. `cart` and `checkout` operations
   * have a session, and their writes need a nonce or a cart token. Writes of `cart` may be part of a batch.
   */
  readonly subject: 'catalogue' | 'cart' | 'checkout';
  /**
   * Schema of the merged query, body and path parameters. Path parameters override the body, and the body overrides
   * the query.
   */
  readonly input: z.ZodType<Input>;
  /** Status of a successful reply. Default: 200. */
  readonly status?: 201 | 204;
  readonly response: z.ZodType;
  readonly run: (call: StoreCall, input: Input) => Promise<StoreSuccess | StoreFailure>;
}

export type AnyStoreOperation = StoreOperation<unknown>;

export function defineStoreOperation<Input>(definition: StoreOperation<Input>): AnyStoreOperation {
  return definition as unknown as AnyStoreOperation;
}

/** Returns whether the operation changes data and therefore needs a nonce or a cart token. */
export function isStoreWrite({ method }: Pick<AnyStoreOperation, 'method'>): boolean {
  return method !== 'GET';
}

export function createStoreFailure(
  code: StoreErrorCode,
  message: string,
  params?: StoreFailure['params'],
): StoreFailure {
  return { ok: false, code, message, ...(params === undefined ? {} : { params }) };
}

/** Accepts a whole number as a JSON number or as text. */
export const integerInput = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'expected a whole number')
    .transform(Number),
]);

export const booleanInput = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])])
  .transform((value) => value === true || value === 'true' || value === '1');
