import type { Formula } from './evaluate.ts';
import { type Token, tokenize } from './tokens.ts';

export type ParsedFormula =
  | { readonly ok: true; readonly formula: Formula }
  /** `message` tells the shop's owner what is wrong and where. */
  | { readonly ok: false; readonly message: string };

export const maxFormulaLength = 200;

/** Maximum number of parentheses and signs around a number. */
const maxDepth = 20;

class FormulaError extends Error {}

/**
 * Parses a formula such as `10 + 2.50 * [qty]`. The grammar is in docs/shipping.md. Never throws: length and depth
 * are limited, and nothing is executed.
 */
export function parseFormula(text: string): ParsedFormula {
  if (text.length > maxFormulaLength) return { ok: false, message: `longer than ${maxFormulaLength} characters` };
  const tokens = tokenize(text);
  if (!tokens.ok) return tokens;
  try {
    const reader = new TokenReader(tokens.tokens);
    const formula = parseSum(reader, 0);
    reader.expectEnd();
    return { ok: true, formula };
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, message: error.message };
    throw error;
  }
}

class TokenReader {
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Takes the next token if it is one of the given symbols. */
  takeSymbol<Symbol extends string>(...symbols: readonly Symbol[]): Symbol | null {
    const token = this.#tokens[this.#index];
    const found = token?.kind === 'symbol' ? symbols.find((symbol) => symbol === token.symbol) : undefined;
    if (found === undefined) return null;
    this.#index += 1;
    return found;
  }

  take(): Token | undefined {
    const token = this.#tokens[this.#index];
    this.#index += 1;
    return token;
  }

  expectEnd(): void {
    const token = this.#tokens[this.#index];
    if (token) throw new FormulaError(`expected +, -, * or / at character ${token.position + 1}`);
  }
}

function parseSum(reader: TokenReader, depth: number): Formula {
  let left = parseProduct(reader, depth);
  for (;;) {
    const operator = reader.takeSymbol('+', '-');
    if (operator === null) return left;
    left = { kind: 'operation', operator, left, right: parseProduct(reader, depth) };
  }
}

function parseProduct(reader: TokenReader, depth: number): Formula {
  let left = parseFactor(reader, depth);
  for (;;) {
    const operator = reader.takeSymbol('*', '/');
    if (operator === null) return left;
    left = { kind: 'operation', operator, left, right: parseFactor(reader, depth) };
  }
}

function parseFactor(reader: TokenReader, depth: number): Formula {
  if (depth > maxDepth) throw new FormulaError(`more than ${maxDepth} parentheses in each other`);
  if (reader.takeSymbol('-')) return { kind: 'negative', operand: parseFactor(reader, depth + 1) };
  if (reader.takeSymbol('(')) {
    const inner = parseSum(reader, depth + 1);
    if (!reader.takeSymbol(')')) throw new FormulaError('a parenthesis is not closed');
    return inner;
  }
  const token = reader.take();
  if (!token) throw new FormulaError('expected a number, [qty], [cost] or [fee …] at the end');
  if (token.kind === 'symbol')
    throw new FormulaError(`expected a number, [qty], [cost] or [fee …] at character ${token.position + 1}`);
  return token.formula;
}
