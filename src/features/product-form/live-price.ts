import { z } from 'zod';
import type { LivePrice } from './contract.ts';

const formatted = z.string().describe('Formatted');

export const livePrice: z.ZodType<LivePrice> = z
  .strictObject({
    headline: formatted.describe(
      "One item with its add-ons; of a set the total, with 'From' while a choice may change it. Formatted",
    ),
    total: z.strictObject({ label: z.string(), price: formatted }),
    amounts: z
      .strictObject({ unit: z.int(), total: z.int(), currency: z.string().describe('ISO 4217') })
      .describe('In minor units'),
  })
  .meta({ id: 'LivePrice' });
