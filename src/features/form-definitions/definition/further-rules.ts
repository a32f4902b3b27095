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

/** @returns one sentence for each problem */
export function findRuleProblems(rules: readonly FieldRule[], fields: ReadonlySet<string>): string[] {
  return rules.flatMap((each): string[] => {
    if (each.rules) return [...findFieldProblems(each, fields), ...findRuleProblems(each.rules, fields)];
    return findFieldProblems(each, fields);
  });
}

/**
 * Gives each rule a field and an error, those within `all` and `any` too: scripts of the plugin throw where one is
 * missing. Rules within others have what their rule has; an `all` or `any` has what its first rules have. Rules
 * without a field are left out, for no field can break them.
 * @param fallback error of rules that have none
 */
export function completeRules(
  rules: readonly FieldRule[],
  fallback: string,
  around: Pick<FieldRule, 'field' | 'error'> = {},
): FieldRule[] {
  return rules.flatMap((rule) => {
    const field = rule.field ?? around.field ?? findWithin(rule, (inner) => inner.field);
    const error = rule.error || around.error || findWithin(rule, (inner) => inner.error) || fallback;
    if (field === undefined) return [];
    const complete = { ...rule, field, error };
    return [rule.rules ? { ...complete, rules: completeRules(rule.rules, fallback, { field, error }) } : complete];
  });
}

function findWithin(rule: FieldRule, read: (inner: FieldRule) => string | undefined): string | undefined {
  for (const inner of rule.rules ?? []) {
    const found = read(inner) || findWithin(inner, read);
    if (found) return found;
  }
  return undefined;
}

const findFieldProblems = ({ rule: name, field }: FieldRule, fields: ReadonlySet<string>): string[] =>
  field === undefined || fields.has(field) ? [] : [`A rule “${name}” names “${field}”, which is no field.`];
