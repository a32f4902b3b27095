import { isKnownRule, passesRule } from './check-rule.shared.ts';
import { type FormValues, groupEntries } from './form-values.shared.ts';
import type { FieldErrors, FieldRule, FormEntry, RuleSide } from './rule.shared.ts';

function findFailure(rule: FieldRule, values: FormValues, side: RuleSide): FieldRule | null {
  if (!isKnownRule(rule)) return null;
  if (rule.rule !== 'all' && rule.rule !== 'any') return passesRule(rule, values, side) ? null : rule;
  const { field, error, rules = [] } = rule;
  const failures = rules.filter(isKnownRule).map((inner) => findFailure({ field, error, ...inner }, values, side));
  if (rule.rule === 'all') return failures.find((failure) => failure !== null) ?? null;
  return failures.length > 0 && failures.every((failure) => failure !== null) ? rule : null;
}

/**
 * Validates entries. The first failing rule of a field counts; `all` fails with the error of its first failing
 * rule, `any` with its own. Rules about hidden fields are skipped.
 * @returns errors by field, in the order of the rules
 */
export function validateForm(
  rules: readonly FieldRule[],
  entries: Iterable<FormEntry>,
  side: RuleSide,
  hidden: ReadonlySet<string> = new Set(),
): FieldErrors {
  const values = groupEntries(entries);
  const errors = new Map<string, string>();
  for (const rule of withoutFields(rules, hidden)) {
    const failure = findFailure(rule, values, side);
    if (failure?.field !== undefined && !errors.has(failure.field)) errors.set(failure.field, failure.error ?? '');
  }
  return errors;
}

function withoutFields(rules: readonly FieldRule[], hidden: ReadonlySet<string>): readonly FieldRule[] {
  if (hidden.size === 0) return rules;
  return rules
    .filter(({ field }) => field === undefined || !hidden.has(field))
    .map((rule) => (rule.rules ? { ...rule, rules: withoutFields(rule.rules, hidden) } : rule));
}
