export type { ContactForm, ContactFormInput } from './definition/form.ts';
export { contactForms } from './feature.ts';
export type { FormPlacement, FormPrefill } from './markup/placement.ts';
export type { FieldRule, FormSchema } from './rules/rule.shared.ts';
