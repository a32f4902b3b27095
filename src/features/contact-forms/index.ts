export { contactForms } from './feature.ts';
