import { z } from 'zod';

/** Removes what PostgreSQL can't store: NUL characters and lone surrogates. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/**
 * A text of a call, without what PostgreSQL can't store.
 * @param max characters as sent
 */
export const storableText = (max: number) => z.string().max(max).transform(toStorableText);

/** A parameter of an API for programs, which are told of a zero byte instead of being corrected. */
export const textWithoutZeroBytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0]*$/, 'expected no zero bytes');
