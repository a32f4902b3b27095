import type { FormBlock } from './blocks.ts';
import { getContent, listPlacedFields, type PlacedField } from './form-fields.ts';

export const maxFields = 200;

/** Reads no further than `levels`. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  const waiting = [{ value, level: 0 }];
  for (const entry of waiting) {
    if (typeof entry.value !== 'object' || entry.value === null) continue;
    if (entry.level >= levels) return true;
    for (const inner of Object.values(entry.value)) waiting.push({ value: inner, level: entry.level + 1 });
  }
  return false;
}

/** @returns one sentence for each problem */
export function findLayoutProblems(layout: readonly FormBlock[]): string[] {
  const fields = listPlacedFields(layout);
  const names = new Set(fields.map(({ field }) => field.name));
  const blocks = listBlocks(layout);
  const inner = listBlocks(layout.flatMap(getContent));
  return [
    ...(fields.length > maxFields ? [`The form has more than ${maxFields} fields.`] : []),
    ...findRepeatedNames(fields).map((name) => `More than one field is named “${name}”.`),
    ...findUnknownConditions(fields).map((name) => `A condition names “${name}”, which is not a field before it.`),
    ...blocks.flatMap((block) =>
      block.kind === 'count' && !names.has(block.field) ? [`A counter names “${block.field}”, which is no field.`] : [],
    ),
    ...(inner.some(({ kind }) => kind === 'step') ? ['A step is inside of another block.'] : []),
  ];
}

function listBlocks(layout: readonly FormBlock[]): FormBlock[] {
  return layout.flatMap((block) => [block, ...listBlocks(getContent(block))]);
}

/** An image of a captcha and the input for it share their name. */
function findRepeatedNames(fields: readonly PlacedField[]): string[] {
  const seen = new Set<string>();
  return fields.flatMap(({ field }) => {
    const key = field.kind === 'captcha-image' ? `image ${field.name}` : field.name;
    if (seen.has(key)) return [field.name];
    seen.add(key);
    return [];
  });
}

function findUnknownConditions(fields: readonly PlacedField[]): string[] {
  const before = new Set<string>();
  return fields.flatMap(({ field, showWhen }) => {
    const unknown = showWhen.map((condition) => condition.field).filter((name) => !before.has(name));
    before.add(field.name);
    return unknown;
  });
}
