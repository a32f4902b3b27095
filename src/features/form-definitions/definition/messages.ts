import type { Text, Translate } from '#platform/texts/texts.ts';
import { formDefinitionTexts } from '../texts.ts';

/** Names of the texts that a form may replace. They are the plugin's, so that its forms keep theirs. */
export const messageNames = [
  ...(['mail_sent_ok', 'mail_sent_ng', 'validation_error', 'spam', 'accept_terms'] as const),
  ...(['invalid_required', 'invalid_too_long', 'invalid_too_short', 'invalid_email', 'invalid_url'] as const),
  ...(['invalid_tel', 'invalid_number', 'number_too_small', 'number_too_large', 'number_off_step'] as const),
  ...(['invalid_date', 'date_too_early', 'date_too_late', 'invalid_weekday', 'invalid_time'] as const),
  ...(['invalid_choice', 'too_many_items', 'upload_failed', 'upload_failed_php_error'] as const),
  ...(['upload_file_type_invalid', 'upload_file_too_large', 'upload_file_too_small'] as const),
  ...(['quiz_answer_not_correct', 'captcha_not_match'] as const),
] as const;

export const maxMessageLength = 500;

export type MessageName = (typeof messageNames)[number];
export type FormMessages = Readonly<Record<MessageName, string>>;

/** Stands for the bound of a rule in its text. */
export const boundPlaceholder = '{bound}';

export function getMessages(t: Translate, own: Partial<Readonly<Record<MessageName, string>>>): FormMessages {
  const texts: Readonly<Record<MessageName, Text>> = formDefinitionTexts;
  return Object.fromEntries(
    messageNames.map((name) => [name, own[name] ?? t(texts[name], { bound: boundPlaceholder })]),
  ) as FormMessages;
}
