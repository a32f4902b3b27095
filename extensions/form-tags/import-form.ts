import type { z } from 'zod';
import {
  type ContactForm,
  contactForm,
  type FormBlock,
  lacksQuiz,
  listFields,
  type MailTemplate,
  type MessageName,
  maxFields,
  maxMessageLength,
  maxRecipients,
  messageNames,
  parseMailTemplate,
} from '#features/form-definitions/index.ts';
import { createSubmit, hasSubmit, submitLabel } from './buttons.ts';
import { parseFormTags } from './parse-form-tags.ts';
import { type PluginMail, pluginForm } from './plugin-form.ts';
import { createProblemList, type TagProblem } from './problems.ts';

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
  const parsedForm = parseFormTags(tags);
  report('form', parsedForm.problems);
  const { layout, additions } = completeLayout(parsedForm.layout);
  const fields = new Set(listFields(layout).map(({ name }) => name));
  problems.push(...additions.map((message) => ({ property: 'form', line: 1, message })));
  const readMail = (property: string, template: PluginMail) => {
    if (template.recipient.trim() === '') {
      problems.push({ property, line: 1, message: 'This mail has no recipient: it is left out.' });
      return undefined;
    }
    if (template.sender.trim() !== '')
      problems.push({
        ...{ property: `${property}.sender`, line: 1 },
        message: `“${shorten(template.sender.trim())}” is not used: mails come from the shop’s address.`,
      });
    report(property, findMailProblems(template.body, fields));
    report(property, findMailProblems(template.subject, fields));
    report(property, findMailProblems(template.recipient, fields));
    const headers = readHeaders(template.additional_headers, fields);
    report(`${property}.additional_headers`, headers.problems);
    const attachments = readAttachments(template.attachments, fields);
    report(`${property}.attachments`, attachments.problems);
    const result = toMail(template, headers, attachments.fields);
    const count = new Set(result.to.split(',').map((entry) => entry.trim())).size;
    if (count > maxRecipients)
      problems.push({
        property,
        line: 1,
        message: `Only the first ${maxRecipients} of ${count} recipients get this mail.`,
      });
    return result;
  };
  const mails = {
    mail: mail && readMail('mail', mail),
    secondMail: mail_2?.active ? readMail('mail_2', mail_2) : undefined,
  };
  const known = pickMessages(messages);
  problems.push(...known.problems);
  const settings = readSettings(additional_settings);
  report('additional_settings', settings.problems);
  const result = contactForm.safeParse({
    ...{ id, title, locale, layout, messages: known.messages, ...mails, settings: settings.settings },
  });
  if (!result.success) problems.push(...listIssues(result.error));
  return { form: parsedForm.isRefused ? null : (result.data ?? null), problems };
}

/** Adds what a form needs and the plugin did without. @returns sentences about what was added */
function completeLayout(parsed: readonly FormBlock[]) {
  const additions: string[] = [];
  let layout = parsed;
  if (lacksQuiz(layout)) {
    layout = addQuiz(layout);
    additions.push(
      'A quiz with sums was added below the image, for people who can’t see it: its answer stands for the image.',
    );
  }
  if (layout.length > 0 && !hasSubmit(layout)) {
    layout = [...layout, { kind: 'element', name: 'p', content: [createSubmit(undefined)] }];
    additions.push(`Nothing sent this form: a button “${submitLabel}” was added at its end.`);
  }
  return { layout, additions };
}

/** Sums are read in every language. */
const sums = [
  ['3 + 4 = ?', '7'],
  ['2 + 6 = ?', '8'],
  ['5 + 4 = ?', '9'],
  ['8 - 3 = ?', '5'],
] as const;

/** Adds a quiz below the first image of a captcha, outside of what is around the image. */
function addQuiz(layout: readonly FormBlock[]): readonly FormBlock[] {
  const fields = listFields(layout);
  if (fields.length >= maxFields) return layout;
  const names = new Set(fields.map(({ name }) => name));
  let name = 'quiz';
  for (let count = 2; names.has(name); count += 1) name = `quiz-${count}`;
  const questions = sums.map(([question, answer]) => ({ question, answer }));
  const at = layout.findIndex((block) => listFields([block]).some(({ kind }) => kind === 'captcha')) + 1;
  const quiz: FormBlock = { kind: 'element', name: 'p', content: [{ kind: 'quiz', name, questions }] };
  return [...layout.slice(0, at), quiz, ...layout.slice(at)];
}

function listIssues(error: z.ZodError): ImportProblem[] {
  return error.issues.map(({ path, message }) => ({ property: path.join('.'), line: 1, message }));
}

function pickMessages(messages: Readonly<Record<string, string>>) {
  const isKnown = (name: string): name is MessageName => (messageNames as readonly string[]).includes(name);
  // The plugin named the answer of a quiz so before.
  const renamed = Object.entries(messages).map(([name, message]): [string, string] => [
    name === 'invalid_quiz' ? 'quiz_answer_not_correct' : name,
    message,
  ]);
  const isRead = ([name, message]: readonly [string, string]) => isKnown(name) && message.length <= maxMessageLength;
  const unread = renamed.filter((entry) => !isRead(entry)).slice(0, maxUnreadMessages);
  return {
    messages: Object.fromEntries(renamed.filter(isRead)),
    problems: unread.map(([name]): ImportProblem => {
      const reason = isKnown(name) ? `has more than ${maxMessageLength} characters` : 'is no message of the shop';
      return { property: 'messages', line: 1, message: `“${name}” ${reason}: it is left out.` };
    }),
  };
}

/** So many are reported, as of other problems. */
const maxUnreadMessages = 100;

/** The mail tags of a text that the shop can't fill. */
function findMailProblems(source: string, fields: ReadonlySet<string>): TagProblem[] {
  const problems = createProblemList(source);
  parseMailTemplate(source, fields, problems.add);
  return problems.list();
}

/** The lines that are not blank, with their offsets. */
const listLines = (source: string) =>
  [...source.matchAll(/^.*\S.*$/gm)].map(({ 0: line, index }) => ({ position: index, text: line.trim() }));

const shorten = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

interface MailHeaders {
  readonly replyTo: string | undefined;
  /** Addresses of Cc and Bcc. */
  readonly copies: readonly string[];
  readonly problems: readonly TagProblem[];
}

/** Takes the reply address and the addresses of copies from the headers; other headers are the shop's own. */
function readHeaders(source: string, fields: ReadonlySet<string>): MailHeaders {
  const problems = createProblemList(source);
  const copies: string[] = [];
  let replyTo: string | undefined;
  for (const { position, text } of listLines(source)) {
    const [, name = '', rest = ''] = /^([^\s:]+)[ \t]*:(.*)$/.exec(text) ?? [];
    const value = rest.trim();
    const isReplyTo = /^reply-to$/i.test(name);
    const isCopy = /^b?cc$/i.test(name);
    if (isCopy || (isReplyTo && replyTo === undefined))
      for (const { message } of findMailProblems(value, fields)) problems.add(position, message);
    if (isCopy) {
      if (value === '') continue;
      copies.push(value);
      problems.add(
        position,
        `The addresses of “${name}” become recipients: each gets a mail of its own, which names no other.`,
      );
    } else if (isReplyTo && replyTo === undefined) replyTo = value || undefined;
    else if (isReplyTo) problems.add(position, `“${shorten(text)}” is left out: a mail has one Reply-To.`);
    else problems.add(position, `“${shorten(text)}” is left out: mails take only Reply-To, Cc and Bcc from here.`);
  }
  return { replyTo, copies, problems: problems.list() };
}

/** Takes the fields whose files are attached. The plugin's paths name files of another server. */
function readAttachments(source: string, fields: ReadonlySet<string>) {
  const problems = createProblemList(source);
  const attached: string[] = [];
  for (const { position, text } of listLines(source))
    for (const part of parseMailTemplate(text, fields)) {
      if (typeof part !== 'string' && part.kind === 'field') attached.push(part.field);
      else if (typeof part !== 'string' || part.trim() !== '') {
        const shown = typeof part === 'string' ? shorten(part.trim()) : shorten(text);
        problems.add(position, `“${shown}” is left out: mails attach only files of fields.`);
      }
    }
  return { fields: attached, problems: problems.list() };
}

function toMail(mail: PluginMail, { replyTo, copies }: MailHeaders, attachments: readonly string[]): MailTemplate {
  const toLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  const to = [mail.recipient, ...copies].map(toLine).join(', ');
  return {
    ...{ to, from: toLine(mail.sender) || undefined, replyTo, subject: toLine(mail.subject) },
    ...{ body: mail.body, isHtml: mail.use_html, excludeBlank: mail.exclude_blank, attachments: [...attachments] },
  };
}

const settingNames: readonly string[] = ['demo_mode', 'skip_mail', 'do_not_store', 'acceptance_as_validation'];

/** Reads lines such as `demo_mode: on`. Others, such as scripts, have no meaning here. */
function readSettings(source: string) {
  const problems = createProblemList(source);
  const on = new Set<string>();
  for (const { position, text } of listLines(source)) {
    const [, name = '', value = ''] = /^(\w+)[ \t]*:(.*)$/.exec(text) ?? [];
    const setting = name.toLowerCase();
    const isOn = /^(?:on|true|1)$/i.test(value.trim());
    if (isOn) on.add(setting);
    // Lines of another form are comments.
    if (setting === '' || settingNames.includes(setting)) continue;
    if (setting !== 'subscribers_only')
      problems.add(position, `“${shorten(name)}” is no setting of the shop: it is left out.`);
    else if (isOn)
      problems.add(position, `“${name}” is left out: people who are not signed in can send this form too.`);
  }
  return {
    settings: {
      ...{ demo: on.has('demo_mode'), skipMail: on.has('skip_mail'), doNotStore: on.has('do_not_store') },
      acceptanceAsValidation: on.has('acceptance_as_validation'),
    },
    problems: problems.list(),
  };
}
