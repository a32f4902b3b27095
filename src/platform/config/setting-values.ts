import { z } from 'zod';

interface Range {
  readonly min: number;
  readonly max: number;
}

export const wholeNumber = (byDefault: number, { min, max }: Range) => z.int().min(min).max(max).default(byDefault);

/** A whole number, or `null`, such as for no limit. */
export const wholeNumberOrNull = (byDefault: number | null, { min, max }: Range) =>
  z.int().min(min).max(max).nullable().default(byDefault);

export const flag = (byDefault: boolean, description: string) => z.boolean().default(byDefault).describe(description);
