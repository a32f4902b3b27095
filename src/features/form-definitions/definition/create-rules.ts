import { isAccepted } from '../rules/field-behaviour.shared.ts';
import { groupEntries, listTexts } from '../rules/form-values.shared.ts';
import type { FieldRule, FormEntry, FormSchema } from '../rules/rule.shared.ts';
import type { FieldOf } from './field.ts';
import { type Draft, type DraftContext, draftRules, limitLength } from './field-kinds.ts';
import type { ContactForm } from './form.ts';
import { hasQuiz, listFields } from './form-fields.ts';
import { completeRules } from './further-rules.ts';
import { boundPlaceholder, type FormMessages } from './messages.ts';

export interface RuleContext extends DraftContext {
  readonly messages: FormMessages;
}

/** Rules of an acceptance that counts as an error of its field. An inverted box must have no value. */
function draftAcceptance(field: FieldOf<'acceptance'>): readonly Draft[] {
  if (field.isOptional) return [];
  if (field.isInverted) return [['accept_terms', { rule: 'maxitems', threshold: 0 }]];
  return [['accept_terms', { rule: 'required' }]];
}

/** Creates the validation schema of a form: rules of its fields in their order, then further ones. */
export function createRules(
  { layout, rules, settings }: Pick<ContactForm, 'layout' | 'rules' | 'settings'>,
  { messages, ...context }: RuleContext,
): FieldRule[] {
  const fields = listFields(layout);
  const isImageOptional = hasQuiz(fields);
  const ofFields = fields.flatMap((field) => {
    const isValidated = field.kind === 'acceptance' && settings.acceptanceAsValidation;
    const isOptional = field.kind === 'captcha' && isImageOptional;
    const drafts = isValidated ? draftAcceptance(field) : isOptional ? limitLength(field) : draftRules(field, context);
    return drafts.flatMap((draft) => {
      if (draft === undefined) return [];
      const [message, { rule, ...rest }] = draft;
      const error = messages[message].replaceAll(boundPlaceholder, String('threshold' in rest ? rest.threshold : ''));
      return [{ rule, field: field.name, ...rest, error }];
    });
  });
  return [...ofFields, ...completeRules(rules, messages.validation_error)];
}

/** Creates what the schema call answers. @param version of the contract that the form reports */
export function createSchema(form: ContactForm, context: RuleContext, version: string): FormSchema {
  return { version, locale: form.locale, rules: createRules(form, context) };
}

/**
 * Names of the acceptances that are missing, in the order of the form. None when acceptance is
 * handled as validation, for the rules say it then.
 * @param hidden fields that are not shown
 */
export function listUnaccepted(
  { layout, settings }: Pick<ContactForm, 'layout' | 'settings'>,
  entries: Iterable<FormEntry>,
  hidden: ReadonlySet<string>,
): string[] {
  if (settings.acceptanceAsValidation) return [];
  const values = groupEntries(entries);
  return listFields(layout).flatMap((field) => {
    if (field.kind !== 'acceptance' || hidden.has(field.name)) return [];
    const isChecked = listTexts(values, field.name).length > 0;
    return isAccepted([{ ...field, isChecked }]) ? [] : [field.name];
  });
}
