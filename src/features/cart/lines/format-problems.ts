import type { QuantityRule } from '#features/catalog/index.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { cartTexts as texts } from '../texts.ts';
import type { QuantityProblem } from './change-lines.ts';
import { getRuleValues, type PricedLine } from './price-lines.ts';

const lineTexts = {
  UNAVAILABLE: texts.lineUnavailable,
  EVENT_STARTED: texts.lineEventStarted,
  OUT_OF_STOCK: texts.lineOutOfStock,
  NOT_ENOUGH_STOCK: texts.lineNotEnough,
  QUANTITY_TOO_LARGE: texts.lineTooLarge,
  ONE_PER_ORDER: texts.lineOnePerOrder,
  QUANTITY_TOO_SMALL: texts.lineTooSmall,
  QUANTITY_NOT_IN_STEPS: texts.lineNotInSteps,
  ADDONS_CHANGED: texts.lineAddonsChanged,
};

export function formatLineProblem(t: Translate, { problem }: Pick<PricedLine, 'problem'>): string | null {
  if (!problem) return null;
  if ('rule' in problem) return t(lineTexts[problem.code], getRuleValues(problem.rule));
  return t(lineTexts[problem.code], 'max' in problem ? { max: problem.max } : {});
}

export function formatQuantityProblem(
  t: Translate,
  {
    code,
    name = '',
    max = 0,
    rule,
  }: {
    readonly code: QuantityProblem['code'];
    readonly name?: string;
    readonly max?: number;
    readonly rule?: QuantityRule | undefined;
  },
): string {
  switch (code) {
    case 'LINE_NOT_FOUND':
      return t(texts.lineNotFound);
    case 'QUANTITY_INVALID':
      return t(texts.QUANTITY_INVALID, { max });
    case 'NOT_ENOUGH_STOCK':
      return t(texts.maxQuantity, { name, max });
    case 'ONE_PER_ORDER':
      return t(texts.ONE_AT_A_TIME, { name });
    case 'QUANTITY_TOO_SMALL':
    case 'QUANTITY_NOT_IN_STEPS':
      return rule ? t(texts[code], { name, ...getRuleValues(rule) }) : t(texts.lineNotFound);
  }
}
