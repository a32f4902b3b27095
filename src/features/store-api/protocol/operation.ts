import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import type { StoreErrorCode } from '../errors.ts';

/** Whose cart a request is about. */
export interface StoreSession {
  /** Who asks: the guest of a token, else that of the cookies. */
  readonly actor: Actor;
  readonly owner: Owner;
  /** Nonces and the token are those of this visitor. */
  readonly visitorId: string;
  readonly customerId: number | null;
  /** A token counts instead of the cookie of the request. */
  readonly hasToken: boolean;
}

/** What an operation works with besides its input. */
export interface StoreCall {
  readonly shop: Shop;
  readonly request: FastifyRequest;
  /** Address of the client. */
  readonly ip: string;
  /** Whose cart it is. */
  readonly session: StoreSession;
  /** Value of the header `Idempotency-Key`, of operations that add to the cart or order it. */
  readonly requestKey?: string;
}

export interface StoreSuccess {
  readonly ok: true;
  /** Absent for a status of 204. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface StoreFailure {
  readonly ok: false;
  readonly code: StoreErrorCode;
  /** For shoppers. */
  readonly message: string;
  /** What is wrong with each parameter, or the names of those that are missing. */
  readonly params?: Readonly<Record<string, string>> | readonly string[];
  /** Seconds. */
  readonly retryAfter?: number;
}

/** One method of one path of the store API, for HTTP and for batches. */
export interface StoreOperation<Input = never> {
  /** `store-api.verb-noun`. Names the operation in the description of the API. */
  readonly name: string;
  readonly description: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the root of the store API, in Fastify's syntax: `cart/items/:key`. */
  readonly path: string;
  /**
   * `catalogue` reads what is the same for everyone, from any origin. `cart` and `checkout` have a
   * session. Their writes need a nonce or a cart token; those of the cart may be in a batch.
   */
  readonly subject: 'catalogue' | 'cart' | 'checkout';
  /** Query, body and parameters of the path, in this order of precedence from the last to the first. */
  readonly input: z.ZodType<Input>;
  /** Status of a success. Default: 200. */
  readonly status?: 201 | 204;
  readonly response: z.ZodType;
  readonly run: (call: StoreCall, input: Input) => Promise<StoreSuccess | StoreFailure>;
}

/** An operation in a list, whatever its input. */
export type AnyStoreOperation = StoreOperation<unknown>;

export function defineStoreOperation<Input>(definition: StoreOperation<Input>): AnyStoreOperation {
  return definition as unknown as AnyStoreOperation;
}

/** Whether it changes something, which needs a nonce or a cart token. */
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

/** Whole numbers as JSON or text. */
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
