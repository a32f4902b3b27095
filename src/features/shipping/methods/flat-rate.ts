import { evaluateFormula, type FormulaItems } from '../formulas/evaluate.ts';
import { parseFormula } from '../formulas/formula.ts';
import type { MethodOf } from '../settings.ts';
import { type PackageItems, type QuoteMethod, quoteCost } from './method-quote.ts';

/** @returns minor units; null when the formula can't be calculated */
type CalculateCost = (items: FormulaItems) => number | null;

/** Compiles a method with a cost for the delivery, and costs for the shipping classes of the items. */
export function compileFlatRate(method: MethodOf<'flat_rate'>, minorPerUnit: number): QuoteMethod {
  const calculateBase = compileCost(method.cost, minorPerUnit);
  const byClass = new Map<string | null, CalculateCost>(
    Object.entries(method.classCosts ?? {}).map(([slug, cost]) => [slug, compileCost(cost, minorPerUnit)]),
  );
  if (method.noClassCost !== undefined) byClass.set(null, compileCost(method.noClassCost, minorPerUnit));
  return (items) => {
    const classCosts = calculateClassCosts(byClass, items);
    const added = method.classRule === 'highest' ? Math.max(0, ...classCosts.map(Number)) : sum(classCosts);
    const base = calculateBase(items);
    const isDefined = base !== null && !classCosts.includes(null);
    return quoteCost(method, items, isDefined ? base + added : null);
  };
}

function compileCost(cost: number | string, minorPerUnit: number): CalculateCost {
  if (typeof cost === 'number') return () => cost;
  const parsed = parseFormula(cost);
  return parsed.ok ? (items) => evaluateFormula(parsed.formula, items, minorPerUnit) : () => null;
}

/** Calculates the costs of the shipping classes that both the items and the method have. */
function calculateClassCosts(
  byClass: ReadonlyMap<string | null, CalculateCost>,
  items: PackageItems,
): (number | null)[] {
  return [...items.byClass].flatMap(([shippingClass, ofClass]) => {
    const calculateCost = byClass.get(shippingClass);
    return calculateCost ? [calculateCost(ofClass)] : [];
  });
}

function sum(amounts: readonly (number | null)[]): number {
  return amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
}
