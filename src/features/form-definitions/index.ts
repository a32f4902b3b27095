export {
  getCaptchaChallengeName,
  getCheckResponseName,
  getFreeTextName,
  getHoneypotName,
  getPageMarkName,
  getQuizAnswerName,
} from './contract.ts';
export {
  type FormBlock,
  type LayoutAttributes,
  type LayoutElement,
  layoutAttributes,
  layoutElements,
} from './definition/blocks.ts';
export { maxFields } from './definition/check-layout.ts';
export { createRules, listUnaccepted } from './definition/create-rules.ts';
export {
  type ChoiceField,
  type ContactField,
  type ContactFieldInput,
  contactField,
  type DefaultSource,
  type FieldKind,
  type FieldOf,
  type NamedField,
} from './definition/field.ts';
export {
  defaultMaxLength,
  type FileLimits,
  isInMessage,
  limitFiles,
  normaliseValue,
  readFieldTexts,
} from './definition/field-kinds.ts';
export {
  type ContactForm,
  type ContactFormInput,
  contactForm,
  type MailTemplate,
  maxRecipients,
} from './definition/form.ts';
export {
  getContent,
  hasQuiz,
  isField,
  isLayoutBlock,
  lacksQuiz,
  listConditionalFields,
  listFields,
} from './definition/form-fields.ts';
export {
  type FormMessages,
  getMessages,
  type MessageName,
  maxMessageLength,
  messageNames,
} from './definition/messages.ts';
export { cssClass, domId, safeAddress } from './definition/primitives.ts';
export { isRelativeDate, resolveDate } from './definition/resolve-date.ts';
export { formDefinitions } from './feature.ts';
export {
  fillTemplate,
  fillWithoutBlankLines,
  type MailFacts,
  type MailFormat,
  type MailValue,
} from './mail/fill-template.ts';
export { parseMailTemplate } from './mail/mail-tags.ts';
export { findHiddenFields } from './rules/conditions.shared.ts';
export { getCharacterCount } from './rules/field-behaviour.shared.ts';
export { type FormValues, getFieldName, groupEntries, listTexts } from './rules/form-values.shared.ts';
export { listReceivedEntries } from './rules/received-entries.ts';
export type { FieldErrors, FieldRule, FormEntry } from './rules/rule.shared.ts';
export { validateForm } from './rules/validate-form.shared.ts';
