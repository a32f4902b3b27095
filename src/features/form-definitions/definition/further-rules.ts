import { z } from 'zod';
import { type FieldRule, ruleNames } from '../rules/rule.shared.ts';

const fieldName = z.string().min(1).max(100);
const value = z.union([z.string().max(500), z.number()]);

const rule: z.ZodType<FieldRule> = z.lazy(() =>
  z.strictObject({
    ...{ rule: z.enum(ruleNames), field: fieldName.optional(), error: z.string().max(500).optional() },
    ...{ accept: z.array(value).max(500).optional(), threshold: value.optional() },
    ...{ base: value.optional(), interval: value.optional() },
    rules: z.array(rule).min(1).max(20).optional(),
  }),
);

/** Rules that no field has by itself: `minitems`, and `all` or `any` of others. */
export const furtherRules = z.array(rule).max(50);

/** Says what is wrong with the rules of a form that has these fields. @returns one sentence for each problem */
export function findRuleProblems(rules: readonly FieldRule[], fields: ReadonlySet<string>): string[] {
  return rules.flatMap((each): string[] => {
    if (each.rules) return [...findFieldProblems(each, fields), ...findRuleProblems(each.rules, fields)];
    return findFieldProblems(each, fields);
  });
}

const findFieldProblems = ({ rule: name, field }: FieldRule, fields: ReadonlySet<string>): string[] =>
  field === undefined || fields.has(field) ? [] : [`A rule “${name}” names “${field}”, which is no field.`];
