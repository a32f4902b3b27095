import { z } from 'zod';

interface Range {
  readonly min: number;
  readonly max: number;
}

/** A whole number of a setting. */
export const wholeNumber = (byDefault: number, { min, max }: Range) => z.int().min(min).max(max).default(byDefault);

/** The same, or `null`, such as for no limit. */
export const wholeNumberOrNull = (byDefault: number | null, { min, max }: Range) =>
  z.int().min(min).max(max).nullable().default(byDefault);

/** A setting that is on or off. */
export const flag = (byDefault: boolean, description: string) => z.boolean().default(byDefault).describe(description);
