import type { ContactForm, FieldErrors, FieldRule } from '#features/form-definitions/index.ts';
import {
  createRules,
  type FormMessages,
  getFieldName,
  getHoneypotName,
  getMessages,
  getPageMarkName,
  listFields,
  listUnaccepted,
  validateForm,
} from '#features/form-definitions/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { sign } from '#platform/sessions/signing.ts';
import { formatIsoDay } from '#platform/texts/formats.ts';
import type { MessageField, SentReply } from '../message-types.ts';
import { findEarlierReply, type KeptFile, keepFiles, storeMessage } from '../messages/store-message.ts';
import { type ContactSubmission, type SubmissionAnswer, submissionChecks } from '../ports.ts';
import { hasChallenge } from '../protection/bot-check.ts';
import {
  checkFailed,
  createJudge,
  isOpenedInTime,
  isWithinAttempts,
  type SpamVerdict,
} from '../protection/find-reasons.ts';
import { type FormOpenings, getOpeningUse } from '../protection/form-openings.ts';
import { countWords } from '../protection/word-list.ts';
import { getFileLimits } from '../settings.ts';
import { contactFormTexts } from '../texts.ts';
import { readAppendedTexts } from './appended-texts.ts';
import { checkChallenges } from './check-challenges.ts';
import { type CheckedFiles, checkFiles } from './check-files.ts';
import { findSender, getText, listMessageFields, type ReadSubmission, readSubmission } from './read-submission.ts';

/** A form that was sent, with script or without. */
export interface ReceivedForm {
  readonly form: ContactForm;
  readonly unitTag: string;
  readonly body: FormBody;
  readonly files: readonly ReceivedFile[];
  readonly ip: string;
  readonly visitorId: string | null;
  readonly customerId: number | null;
  /** Path of the page that it was sent from. */
  readonly page: string | null;
  /** When the form was opened in this browser; null when it is not known. */
  readonly openings: FormOpenings | null;
  /** Whether the reply is a page that opens the form, with all that was typed. */
  readonly canAskAgain: boolean;
}

export interface SubmissionOutcome extends Omit<SentReply, 'isHeld'> {
  readonly errors: FieldErrors;
  /** Of what was accepted, else ''. */
  readonly hash: string;
  /** Whether the message is stored and the sender is told so: not for spam. */
  readonly hasArrived: boolean;
  /** The opening of the form that is used up; null for none. */
  readonly usedOpening: number | null;
}

const noErrors: FieldErrors = new Map();
/** Characters of one value, also of fields without a rule for its length. */
const maxValueLength = 100_000;

/** The rules of a form with the texts of its messages. */
export function createFormRules(shop: Shop, form: ContactForm): { messages: FormMessages; rules: FieldRule[] } {
  const messages = getMessages(shop.t, form.messages);
  const today = formatIsoDay(shop.clock.now());
  return { messages, rules: createRules(form, { messages, today, fileLimits: getFileLimits(shop) }) };
}

/**
 * Validates a form that was sent, looks for spam and stores the message. Whatever happens, the sender
 * is told a status, and what was accepted is in the database.
 */
export async function receiveSubmission(shop: Shop, received: ReceivedForm): Promise<SubmissionOutcome> {
  try {
    return await judgeAndStore(shop, received);
  } catch (error) {
    // The scripts of forms show nothing for an HTTP error, and the sender would wait for ever.
    shop.log.error({ err: error, form: received.form.id }, 'a contact message was not stored');
    const { mail_sent_ng: message } = getMessages(shop.t, received.form.messages);
    return refused('mail_failed', message);
  }
}

async function judgeAndStore(shop: Shop, received: ReceivedForm): Promise<SubmissionOutcome> {
  const { form, body, ip, visitorId, customerId, openings } = received;
  const abort = () => refused('aborted', shop.t(contactFormTexts.too_many_messages));
  const { messages, rules } = createFormRules(shop, form);
  const read = readSubmission(form, body, received.files);
  const appended = await readAppendedTexts(shop, { form, body, visitorId, customerId });
  const fields = [...listMessageFields(shop.wire, form, body, read), ...(appended.ok ? appended.fields : [])];
  const hash = hashSubmission(shop, received, fields, read);
  // What was accepted a short time before is not refused now: its challenge or its check is used up.
  const refuse = async (status: string, message: string, errors = noErrors) => {
    const earlier = await findEarlierReply(shop, hash);
    return earlier ? toOutcome(earlier, hash, null) : refused(status, message, errors);
  };
  // Every attempt counts once: a message together with its other limits, unless validating it costs more than counting.
  const isChallenged = hasChallenge(form, read.hidden);
  const isCounted = received.files.length > 0 || isChallenged;
  if (isCounted && !(await isWithinAttempts(shop, ip))) return abort();

  const { errors, files, reasons: fileReasons } = await validate(shop, received, { messages, rules, read });
  const isAccepted = listUnaccepted(form, read.entries, read.hidden).length === 0;
  if ((errors.size > 0 || !isAccepted || !appended.ok) && !isCounted && !(await isWithinAttempts(shop, ip)))
    return abort();
  if (errors.size > 0) return refuse('validation_failed', messages.validation_error, errors);
  if (!isAccepted) return refuse('acceptance_missing', messages.accept_terms);
  if (!appended.ok) return refuse('aborted', appended.message);

  const sender = findSender(form, read);
  const submission: ContactSubmission = { form, fields, sender, visitorId, customerId, ip, body };
  const honeypot = getText(body, getHoneypotName(shop.wire.formPrefix)).trim();
  if (received.canAskAgain && honeypot === '' && !isChallenged && needsSecondPress(shop, received))
    return refuse('aborted', shop.t(contactFormTexts.send_again));
  const judge = await createJudge(shop, {
    ...{ submission, honeypot, openings, isChallenged, fileReasons, isCounted },
    wordCounts: await countWords(shop, fields),
  });
  if (!judge) return abort();
  const { unitTag, page } = received;
  const containerPost = readContainerPost(getText(body, `_${shop.wire.formPrefix}_container_post`));
  let keptFiles: readonly KeptFile[] | undefined;
  /** @param times of the openings that it may use, the oldest first */
  const storeJudged = async (times: readonly number[]): Promise<SubmissionOutcome> => {
    const [opening = null, ...others] = times;
    const { answer, isSpam, isHeld, reasons } = await askChecks(shop, submission, await judge.judge(opening));
    if (answer && !answer.isAccepted) return refuse(answer.status, answer.message);
    const reply = answer
      ? { status: answer.status, message: answer.message }
      : createReply(shop, messages, { isSpam, isHeld });
    keptFiles ??= await keepFiles(shop, files);
    const openingUse = openings && opening !== null ? getOpeningUse(form.id, openings, opening) : null;
    const stored = await storeMessage(shop, {
      ...{ form, fields, files: keptFiles, sender, unitTag, page, containerPost, visitorId, customerId },
      ...{ submissionHash: hash, openingUse, isSpam, reasons, reply },
    });
    if (!stored) return storeJudged(others);
    if (stored !== reply) await judge.giveBack();
    return toOutcome(stored, hash, opening);
  };
  return storeJudged(openings?.times ?? []);
}

/**
 * Whether the form was opened just now, or on a cached page, which opens none. Who comes from a page that does and has no
 * opening takes no cookies, so that asking again would not help.
 */
function needsSecondPress(shop: Shop, { body, openings }: ReceivedForm): boolean {
  const isFromPage = getText(body, getPageMarkName(shop.wire.formPrefix)) !== '';
  return !isOpenedInTime(shop, openings) && (!isFromPage || openings !== null);
}

const refused = (status: string, message: string, errors = noErrors): SubmissionOutcome => ({
  ...{ status, message, errors, hash: '', hasArrived: false, usedOpening: null },
});

function createReply(
  shop: Shop,
  messages: FormMessages,
  { isSpam, isHeld }: Pick<SpamVerdict, 'isSpam' | 'isHeld'>,
): SentReply {
  if (!isSpam) return { status: 'mail_sent', message: messages.mail_sent_ok };
  if (isHeld) return { status: 'spam', message: shop.t(contactFormTexts.held), isHeld: true };
  return { status: 'spam', message: messages.spam };
}

/** The hash of spam is not told: it says what was accepted. */
const toOutcome = (
  { status, message, isHeld }: SentReply,
  hash: string,
  usedOpening: number | null,
): SubmissionOutcome => ({
  ...{ status, message, errors: noErrors, usedOpening },
  hash: status === 'spam' ? '' : hash,
  hasArrived: isHeld ?? status !== 'spam',
});

interface Validation {
  readonly messages: FormMessages;
  readonly rules: readonly FieldRule[];
  readonly read: ReadSubmission;
}

async function validate(
  shop: Shop,
  { form, body }: ReceivedForm,
  { messages, rules, read }: Validation,
): Promise<CheckedFiles> {
  const { hidden } = read;
  const challenges = await checkChallenges(shop, form, { body, hidden, messages });
  const { files, errors, reasons } = await checkFiles(shop, form, read.files, messages);
  const tooLong = read.entries.filter(({ value }) => typeof value === 'string' && value.length > maxValueLength);
  const found: readonly FieldErrors[] = [
    new Map(tooLong.map(({ name }) => [getFieldName(name), messages.invalid_too_long])),
    ...[validateForm(rules, read.entries, 'server', hidden), challenges, errors],
  ];
  // In the order of the form, in which people go through the list of errors. The first error of a field counts.
  const ordered = listFields(form.layout).flatMap(({ name }) => {
    const error = found.map((list) => list.get(name)).find((each) => each !== undefined);
    return error === undefined ? [] : [[name, error] as const];
  });
  return { errors: new Map(ordered), files, reasons };
}

/** What features answer, unless it is spam. When one fails, the message waits in quarantine, as its answer is not known. */
async function askChecks(
  shop: Shop,
  submission: ContactSubmission,
  verdict: SpamVerdict,
): Promise<SpamVerdict & { readonly answer: SubmissionAnswer | null }> {
  if (verdict.isSpam) return { ...verdict, answer: null };
  try {
    for (const check of shop.implementations(submissionChecks)) {
      const answer = await check(shop, submission);
      if (answer) return { ...verdict, answer };
    }
    return { ...verdict, answer: null };
  } catch (error) {
    shop.log.error({ err: error, form: submission.form.id }, 'a check of a contact message failed');
    return { answer: null, isSpam: true, isHeld: true, reasons: [...verdict.reasons, checkFailed] };
  }
}

/** Keyed, so that nobody can tell from it what was sent. Equal for the same message of the same sender. */
function hashSubmission(
  shop: Shop,
  { form, unitTag, visitorId, customerId, openings, ip }: ReceivedForm,
  fields: readonly MessageField[],
  { files }: ReadSubmission,
): string {
  // Many people may share a network: one who opened the form in another browser is another.
  const sender = customerId ?? visitorId ?? [openings?.mark ?? null, getClientNetwork(ip) ?? ip];
  const content = [
    ...[form.id, unitTag, sender],
    fields.map(({ name, values }) => [name, values]),
    files.map(({ field, name, sha256 }) => [field, name, sha256]),
  ];
  return sign(shop.config.secrets, 'contact-submission', JSON.stringify(content));
}

const readContainerPost = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);
