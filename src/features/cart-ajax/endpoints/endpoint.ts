import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import type { Hint } from '#platform/sessions/hint.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { toStorableText } from '#platform/texts/storable-text.ts';

export interface EndpointCall {
  readonly shop: Shop;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** A guest without a visitor gets a new one, which has no row and no cookie yet. */
  readonly owner: Owner;
  /** Adds fields to the hint cookie that the endpoint has changed, besides the cart's fields. */
  readonly addHint: (hint: Hint) => void;
}

export type EndpointFields = Readonly<Record<string, unknown>>;

/** A string is HTML. Failures have status 200, because scripts show nothing after another status. */
export type EndpointAnswer = object | string;

export type Endpoint = (call: EndpointCall, fields: EndpointFields) => Promise<EndpointAnswer>;

/** Reads a value of a field as text, without characters that PostgreSQL cannot store. */
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
