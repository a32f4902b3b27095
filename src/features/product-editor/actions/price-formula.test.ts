import { expect, it } from 'vitest';
import { applyPriceFormula, type Rounding, readPriceFormula } from './price-formula.ts';

const apply = (price: number, typed: string, rounding: Rounding = 'none', currency = 'EUR') => {
  const formula = readPriceFormula(typed, currency);
  return formula && applyPriceFormula(price, formula, { rounding, currency });
};

it.each([
  [1000, '+10%', 'none', 1100],
  [1010, '-5 %', 'none', 960],
  [1000, '−5%', 'none', 950],
  [1000, '+2.00', 'none', 1200],
  [1000, '+2,50', 'none', 1250],
  [1000, '-1', 'none', 900],
  [1000, '=12.50', 'none', 1250],
  [1234, '+0%', '95', 1195],
  [1260, '+0%', '99', 1299],
  [1230, '+0%', '50', 1250],
  [1230, '+0%', '00', 1200],
  [20, '+0%', '00', 100],
  [20, '+0%', '95', 95],
  [20, '+0%', '50', 50],
  [100, '-2', 'none', -100],
] as const)('%i changed by %s and rounded to %s is %i', (price, typed, rounding, result) => {
  expect(apply(price, typed, rounding)).toBe(result);
});

it('rounds amounts of a currency without minor units', () => {
  expect(apply(1980, '+5%', '00', 'JPY')).toBe(2079);
});

it.each(['10%', '10', '+', '+x', '=10%', '+1.250', '*2', ''])('does not read %j', (typed) => {
  expect(readPriceFormula(typed, 'EUR')).toBeNull();
});
