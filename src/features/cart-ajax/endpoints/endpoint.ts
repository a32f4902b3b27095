import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import type { Hint } from '#platform/sessions/hint.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { toStorableText } from '#platform/texts/storable-text.ts';

/** What an endpoint works with besides its fields. */
export interface EndpointCall {
  readonly shop: Shop;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** A guest without visitor has a new one, without row and cookie. */
  readonly owner: Owner;
  /** Adds fields of the hint cookie that the endpoint changed besides those of the cart. */
  readonly addHint: (hint: Hint) => void;
}

/** Fields of the form that a script sent. */
export type EndpointFields = Readonly<Record<string, unknown>>;

/** A string is HTML. Failures have status 200: scripts show nothing after other ones. */
export type EndpointAnswer = object | string;

export type Endpoint = (call: EndpointCall, fields: EndpointFields) => Promise<EndpointAnswer>;

/** A value of a field as text, without what PostgreSQL cannot store. */
export function readText(value: unknown, maxLength: number): string {
  const [first] = [value].flat();
  const text = typeof first === 'string' || typeof first === 'number' ? String(first) : '';
  return toStorableText(text.slice(0, maxLength));
}

/** @returns NaN for anything but a whole number */
export function readWhole(value: unknown): number {
  const text = readText(value, 20).trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

export const fragmentsReply = z
  .strictObject({
    fragments: z.record(z.string(), z.string()).describe('HTML by CSS selector'),
    cart_hash: z.string().describe('Equal to the cookie'),
  })
  .meta({ id: 'CartFragments' });
