import { add, divide, type Fraction, isLess, multiply, negate, round, toFraction } from './fraction.ts';

export type Formula =
  | { readonly kind: 'number'; readonly value: Fraction }
  | { readonly kind: 'quantity' | 'cost' }
  | { readonly kind: 'negative'; readonly operand: Formula }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly left: Formula; readonly right: Formula }
  | { readonly kind: 'fee'; readonly percent: Fraction; readonly min: Fraction | null; readonly max: Fraction | null };

type Operator = '+' | '-' | '*' | '/';

export interface FormulaItems {
  readonly quantity: number;
  /** Price of the items after discounts, in minor units. */
  readonly total: number;
}

/** Larger results are refused. Minor units; no order can cost as much. */
const maxAmount = 1_000_000_000n;

/**
 * Calculates a formula exactly and rounds the result once, half away from zero.
 * @param minorPerUnit minor units in one unit of the currency, such as 100
 * @returns minor units, at least 0; null after a division by zero, or when the result is too large
 */
export function evaluateFormula(formula: Formula, items: FormulaItems, minorPerUnit: number): number | null {
  const scale = BigInt(minorPerUnit);
  const cost = toFraction(BigInt(items.total), scale);
  const value = evaluate(formula, { cost, quantity: toFraction(BigInt(items.quantity)) });
  const amount = value && round(multiply(value, toFraction(scale)));
  if (amount === null || amount > maxAmount) return null;
  return amount < 0n ? 0 : Number(amount);
}

interface Variables {
  readonly cost: Fraction;
  readonly quantity: Fraction;
}

function evaluate(formula: Formula, variables: Variables): Fraction | null {
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'quantity':
    case 'cost':
      return variables[formula.kind];
    case 'negative': {
      const operand = evaluate(formula.operand, variables);
      return operand && negate(operand);
    }
    case 'fee':
      return calculateFee(formula, variables.cost);
    case 'operation': {
      const left = evaluate(formula.left, variables);
      const right = evaluate(formula.right, variables);
      return left && right && operations[formula.operator](left, right);
    }
  }
}

const operations = {
  '+': add,
  '-': (left: Fraction, right: Fraction) => add(left, negate(right)),
  '*': multiply,
  '/': divide,
} as const;

function calculateFee({ percent, min, max }: Extract<Formula, { kind: 'fee' }>, cost: Fraction): Fraction {
  const fee = multiply(cost, multiply(percent, toFraction(1n, 100n)));
  if (min && isLess(fee, min)) return min;
  return max && isLess(max, fee) ? max : fee;
}
