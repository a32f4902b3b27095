export { type FormScriptConfig, formConfigAttribute, formVersion } from './contract.ts';
export { formMarkup } from './feature.ts';
export { captchaSizes } from './markup/challenge-fields.tsx';
export { ContactForm } from './markup/contact-form.tsx';
export { getControlId, getErrorId } from './markup/field-context.ts';
export { readStatus } from './markup/form-status.shared.ts';
export type {
  CaptchaChallenge,
  FormPlacement,
  FormPrefill,
  FormState,
  FormStatus,
  QuizChallenge,
} from './markup/placement.ts';
export { formatUnitTag, parseUnitTag } from './markup/placement.ts';
