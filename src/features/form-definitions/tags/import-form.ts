import { z } from 'zod';
import { type ContactForm, contactForm, type MailTemplate } from '../definition/form.ts';
import { hasQuiz, listFields } from '../definition/form-fields.ts';
import { type MessageName, messageNames } from '../definition/messages.ts';
import { parseMailTemplate } from '../mail/mail-tags.ts';
import { parseFormTags } from './parse-form-tags.ts';
import type { TagProblem } from './problems.ts';

const text = z.string().max(200_000).default('');
const flag = z.union([z.boolean(), z.enum(['0', '1', '']).transform((value) => value === '1')]).default(false);

const pluginMail = z.object({
  active: flag,
  subject: text,
  sender: text,
  recipient: text,
  body: text,
  additional_headers: text,
  attachments: text,
  use_html: flag,
  exclude_blank: flag,
});

/** A form of the plugin, with the names of its properties. */
const pluginForm = z.object({
  id: z.int().min(1).max(2_147_483_647),
  title: z.string().min(1).max(200),
  locale: z.string().max(20).default('en_US'),
  form: text,
  mail: pluginMail.optional(),
  mail_2: pluginMail.optional(),
  messages: z.record(z.string().max(100), z.string().max(5000)).default({}),
  additional_settings: text,
});

/** What could not be taken over, and in which property of the plugin's form. */
export interface ImportProblem extends Pick<TagProblem, 'line' | 'message'> {
  readonly property: string;
}

export interface ImportedForm {
  /** Null when the problems leave no form. */
  readonly form: ContactForm | null;
  readonly problems: readonly ImportProblem[];
}

/** Reads a form of the plugin. Never throws. @param source such as parsed JSON */
export function importForm(source: unknown): ImportedForm {
  const parsed = pluginForm.safeParse(source);
  if (!parsed.success) return { form: null, problems: listIssues(parsed.error) };
  const { id, title, locale, form: tags, mail, mail_2, messages, additional_settings } = parsed.data;
  const problems: ImportProblem[] = [];
  const report = (property: string, found: readonly TagProblem[]) => {
    problems.push(...found.map(({ line, message }) => ({ property, line, message })));
  };
  const { layout, problems: tagProblems } = parseFormTags(tags);
  report('form', tagProblems);
  const allFields = listFields(layout);
  const fields = new Set(allFields.map(({ name }) => name));
  if (allFields.some(({ kind }) => kind === 'captcha') && !hasQuiz(allFields))
    problems.push({ property: 'form', line: 1, message: 'Who can’t see the image can’t send this form: add a quiz.' });
  const readMail = (property: string, template: z.infer<typeof pluginMail>) => {
    if (template.recipient.trim() === '') {
      problems.push({ property, line: 1, message: 'This mail has no recipient: it is left out.' });
      return undefined;
    }
    report(property, parseMailTemplate(template.body, fields).problems);
    report(property, parseMailTemplate(template.subject, fields).problems);
    return toMail(template, fields);
  };
  const result = contactForm.safeParse({
    ...{ id, title, locale, layout, messages: pickMessages(messages) },
    mail: mail && readMail('mail', mail),
    secondMail: mail_2?.active ? readMail('mail_2', mail_2) : undefined,
    settings: readSettings(additional_settings),
  });
  if (!result.success) problems.push(...listIssues(result.error));
  return { form: result.data ?? null, problems };
}

function listIssues(error: z.ZodError): ImportProblem[] {
  return error.issues.map(({ path, message }) => ({ property: path.join('.'), line: 1, message }));
}

function pickMessages(messages: Readonly<Record<string, string>>) {
  const isKnown = (name: string): name is MessageName => (messageNames as readonly string[]).includes(name);
  // The plugin named the answer of a quiz so before.
  const renamed = Object.entries(messages).map(([name, message]) => [
    name === 'invalid_quiz' ? 'quiz_answer_not_correct' : name,
    message,
  ]);
  return Object.fromEntries(renamed.filter(([name = '']) => isKnown(name)));
}

/** Takes the reply address from the headers; other headers are the shop's own. */
function toMail(mail: z.infer<typeof pluginMail>, fields: ReadonlySet<string>): MailTemplate {
  const replyTo = /^reply-to:[ \t]*(.+)$/im.exec(mail.additional_headers)?.[1]?.trim();
  const attachments = parseMailTemplate(mail.attachments, fields).parts.flatMap((part) =>
    typeof part !== 'string' && part.kind === 'field' ? [part.field] : [],
  );
  const toLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  return {
    ...{ to: toLine(mail.recipient), from: toLine(mail.sender) || undefined, replyTo, subject: toLine(mail.subject) },
    ...{ body: mail.body, isHtml: mail.use_html, excludeBlank: mail.exclude_blank, attachments },
  };
}

/** Reads lines such as `demo_mode: on`. Others, such as scripts, have no meaning here. */
function readSettings(source: string) {
  const isOn = (name: string) => new RegExp(`^[ \\t]*${name}[ \\t]*:[ \\t]*(?:on|true|1)[ \\t]*$`, 'im').test(source);
  return {
    ...{ demo: isOn('demo_mode'), skipMail: isOn('skip_mail'), doNotStore: isOn('do_not_store') },
    acceptanceAsValidation: isOn('acceptance_as_validation'),
  };
}
