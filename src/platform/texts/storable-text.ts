import { z } from 'zod';

/** Removes characters that PostgreSQL can't store: NUL characters and lone surrogates. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/**
 * Schema of a text without characters that PostgreSQL can't store.
 * @param max maximum number of characters as sent
 */
export const storableText = (max: number) => z.string().max(max).transform(toStorableText);

/** Schema of a parameter of an API for programs, which get an error for a zero byte instead of a correction. */
export const textWithoutZeroBytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0]*$/, 'expected no zero bytes');
