export type { ContactForm, ContactFormInput } from './definition/form.ts';
export { contactForms } from './feature.ts';
export type { FormPlacement, FormPrefill } from './markup/placement.ts';
export { contactFormSources } from './ports.ts';
export type { FieldRule, FormSchema } from './rules/rule.shared.ts';
export { defineContactForms } from './sources/find-forms.ts';
export { storedForms } from './sources/stored-forms.ts';
