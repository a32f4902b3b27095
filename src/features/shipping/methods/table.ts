import type { MethodOf } from '../settings.ts';
import { type PackageItems, type QuoteMethod, quoteCost } from './method-quote.ts';

const measures = {
  weight: ({ weightGrams }: PackageItems) => weightGrams,
  total: ({ total }: PackageItems) => total,
  quantity: ({ quantity }: PackageItems) => quantity,
} as const;

/**
 * Compiles a method with costs by weight, price or number of the items. The first row that contains the value
 * decides.
 */
export function compileTable(method: MethodOf<'table'>): QuoteMethod {
  const { id, title, by, rows } = method;
  const max = Math.max(...rows.map(({ to }) => to ?? Number.POSITIVE_INFINITY));
  return (items) => {
    const value = measures[by](items);
    const row = rows.find(({ from, to }) => from <= value && value <= (to ?? Number.POSITIVE_INFINITY));
    if (!row) {
      const refusal = { code: 'OUTSIDE_TABLE', methodId: id, title, by, value, max: value > max ? max : null } as const;
      return { options: [], refusal, freeShipping: null };
    }
    const { from, cost, stepSize = 1, stepCost = 0 } = row;
    return quoteCost(method, items, cost + Math.ceil((value - from) / stepSize) * stepCost);
  };
}
