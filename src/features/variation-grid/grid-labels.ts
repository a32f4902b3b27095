import type { Shop } from '#platform/features/shop.ts';
import { gridTexts as texts } from './texts.ts';

const names = [
  ...(['variation', 'photograph', 'any', 'search', 'all', 'show', 'unpriced', 'out', 'filter', 'noMatch'] as const),
  ...(['shown', 'pages', 'next', 'previous', 'fillDown', 'undo', 'formula', 'formulaHint', 'apply'] as const),
  ...(['selection', 'keys', 'formulaUnknown', 'formulaSkipped', 'pasteCut', 'ambiguous', 'reason'] as const),
  ...(['note', 'noteHint', 'bar', 'changed', 'changedWithoutScript', 'saving', 'save', 'discard', 'saved'] as const),
  ...(['failed', 'tooLarge', 'refused', 'problems', 'conflicts', 'mine', 'theirs', 'allMine'] as const),
  ...(['allTheirs', 'empty', 'choosePicture', 'noPicture', 'searchPictures', 'noPictures', 'close'] as const),
];

export type GridLabels = Readonly<Record<(typeof names)[number], string>>;

export const createGridLabels = ({ t }: Shop): GridLabels =>
  Object.fromEntries(names.map((name) => [name, t(texts[name])])) as GridLabels;
