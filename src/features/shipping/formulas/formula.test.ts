import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#tests/support/any-character.ts';
import { measureProcessorTime } from '#tests/support/fastest.ts';
import { evaluateFormula } from './evaluate.ts';
import { maxFormulaLength, parseFormula } from './formula.ts';

/** 3 items for 42.00, in cents. */
const items = { quantity: 3, total: 4200 };

function calculate(text: string, minorPerUnit = 100): number | null | string {
  const parsed = parseFormula(text);
  return parsed.ok ? evaluateFormula(parsed.formula, items, minorPerUnit) : parsed.message;
}

describe('a formula of shipping costs', () => {
  it.each([
    ['10', 1000],
    ['2.50', 250],
    ['10 + 2.50 * [qty]', 1750],
    ['(10 + 2.50) * [qty]', 3750],
    ['[cost] * 0.1', 420],
    ['[cost] / [qty]', 1400],
    ['10 - 2 - 3', 500],
    ['24 / 4 / 2', 300],
    ['--5', 500],
    ['1 / 3', 33],
    ['2 / 3', 67],
    ['0.005', 1],
    ['1 / 3 * 3', 100],
    ['0.1 + 0.2', 30],
    ['[fee percent="10"]', 420],
    ['[fee percent="10" min="5"]', 500],
    ['[fee percent="10" min="1" max="4"]', 400],
    ['5 + [fee percent="12.5" max="20"]', 1025],
    ['5 - 8', 0],
    ['-(3)', 0],
  ])('%s is %i cents for 3 items of 42.00', (text, cents) => {
    expect(calculate(text)).toBe(cents);
  });

  it('is in the units of the currency', () => {
    expect(calculate('500 + 100 * [qty]', 1)).toBe(800);
    expect(calculate('1.5', 1000)).toBe(1500);
  });

  it('has no amount after a division by zero, or when it is too large', () => {
    expect(calculate('1 / ([qty] - 3)')).toBeNull();
    expect(calculate('999999999 * 999999999')).toBeNull();
  });

  it.each([
    ['', 'expected a number, [qty], [cost] or [fee …] at the end'],
    ['10 +', 'expected a number, [qty], [cost] or [fee …] at the end'],
    ['10 20', 'expected +, -, * or / at character 4'],
    ['* 2', 'expected a number, [qty], [cost] or [fee …] at character 1'],
    ['(1 + 2', 'a parenthesis is not closed'],
    ['1)', 'expected +, -, * or / at character 2'],
    ['2,50', 'cannot be read from character 2: ,50'],
    ['[weight]', 'cannot be read from character 1: [weight]'],
    ['[fee]', 'cannot be read from character 1: [fee]'],
    ['[fee percent="10" percent="20"]', 'cannot be read from character 1: [fee percent="10" pe'],
    ['[fee percent="10" min="9" max="3"]', 'cannot be read from character 1: [fee percent="10" mi'],
    ['[qty percent="1"]', 'cannot be read from character 1: [qty percent="1"]'],
    ['1.2.3', 'cannot be read from character 1: 1.2.3'],
    ['12345678901', 'cannot be read from character 1: 12345678901'],
    ['process.exit()', 'cannot be read from character 1: process.exit()'],
    [`${'('.repeat(30)}1${')'.repeat(30)}`, 'more than 20 parentheses in each other'],
    ['-'.repeat(100), 'more than 20 parentheses in each other'],
    ['1'.repeat(maxFormulaLength + 1), 'longer than 200 characters'],
    ['1'.repeat(1_000_000), 'longer than 200 characters'],
  ])('explains what is wrong with %s', (text, message) => {
    expect(calculate(text)).toBe(message);
  });

  it('never throws, is never negative and takes no time, whatever is written', async () => {
    const words = fc.constantFrom(
      ...['1', '2.50', '[qty]', '[cost]', '[fee percent="10"]', '[fee percent="9" min="1" max="2"]'],
      ...['+', '-', '*', '/', '(', ')', ' ', '[', ']', '"', '9'.repeat(9), '\0', '__proto__', '😀'],
    );
    const hostile = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.array(words, { maxLength: 120 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(hostile, fc.nat(1000), fc.nat(1_000_000_000), (text, quantity, total) => {
        const parsed = parseFormula(text);
        if (!parsed.ok) return;
        const amount = evaluateFormula(parsed.formula, { quantity, total }, 100);
        expect(amount === null || (Number.isSafeInteger(amount) && amount >= 0 && amount <= 1_000_000_000)).toBe(true);
      }),
      { numRuns: 2000 },
    );
    const longest = Array.from({ length: 99 }, (_, index) => (index % 2 ? '*' : '9')).join('');
    expect(await measureProcessorTime(() => expect(calculate(longest)).toBeNull())).toBeLessThan(1_000);
  });
});
