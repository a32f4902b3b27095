export type { ContactFormInput } from './definition/form.ts';
export { contactForms } from './feature.ts';
export { messageData } from './messages/personal-data.ts';
export { contactFormSources } from './ports.ts';
export { defineContactForms } from './sources/find-forms.ts';
export { storedForms } from './sources/stored-forms.ts';
