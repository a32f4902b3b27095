import {
  type ContactForm,
  createRules,
  type FieldErrors,
  type FieldRule,
  type FormMessages,
  getFieldName,
  getHoneypotName,
  getMessages,
  getPageMarkName,
  listFields,
  listUnaccepted,
  validateForm,
} from '#features/form-definitions/index.ts';
import { formatUnitTag } from '#features/form-markup/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { sign } from '#platform/sessions/signing.ts';
import { formatIsoDay } from '#platform/texts/formats.ts';
import { checkChallenges } from '../challenges/challenges.ts';
import type { MessageField, SentReply } from '../message-types.ts';
import {
  type CheckedFile,
  findEarlierReply,
  type KeptFile,
  keepFiles,
  storeMessage,
} from '../messages/store-message.ts';
import { hasChallenge } from '../protection/bot-check.ts';
import { type FormOpenings, getOpeningUse, keepOpenings, readOpenings } from '../protection/form-openings.ts';
import { isOpenedInTime, isWithinAttempts, judgeMessage, type MessageFacts } from '../protection/judge-message.ts';
import { getFileLimits } from '../settings.ts';
import { findContactForm } from '../sources/find-forms.ts';
import { contactFormTexts as texts } from '../texts.ts';
import { checkFiles } from './check-files.ts';
import { findSender, getText, listMessageFields, readAppendedTexts, readSubmission } from './read-submission.ts';

export interface ReceivedForm {
  readonly form: ContactForm;
  readonly unitTag: string;
  readonly body: FormBody;
  readonly files: readonly ReceivedFile[];
  readonly ip: string;
  readonly visitorId: string | null;
  readonly customerId: number | null;
  readonly page: string | null;
  /** When the form was opened in this browser; null when it is not known. */
  readonly openings: FormOpenings | null;
  /** Whether the reply is a page that opens the form, with all that was typed. */
  readonly canAskAgain: boolean;
}

export interface MessageOutcome extends Omit<SentReply, 'isHeld'> {
  readonly errors: FieldErrors;
  /** Empty when nothing was accepted. */
  readonly hash: string;
  /** Whether the message is stored and the sender is told so: not for spam. */
  readonly hasArrived: boolean;
  readonly usedOpening: number | null;
}

/** Why a message is not stored. */
interface Refusal {
  readonly ok: false;
  readonly status: string;
  readonly message: string;
  readonly errors?: FieldErrors;
  /** The hash of the message, unless it came too often to be looked for. */
  readonly hash?: string;
}

interface ValidMessage extends MessageFacts {
  readonly ok: true;
  readonly hash: string;
  readonly files: readonly CheckedFile[];
}

/**
 * Receives a form: validates the message, judges whether it is spam, and stores it. Whatever happens, the sender is
 * told a status, and what was accepted is in the database.
 */
export async function receiveMessage(shop: Shop, received: ReceivedForm): Promise<MessageOutcome> {
  const { form, unitTag, body, page, openings } = received;
  const messages = getMessages(shop.t, form.messages);
  const times = openings?.times ?? [];
  try {
    const valid = await validateMessage(shop, received, messages);
    if (!valid.ok) return await refuse(shop, valid);
    const { submission, hash } = valid;
    const judge = await judgeMessage(shop, valid);
    if (!judge) return await refuse(shop, createAttemptRefusal(shop));
    let files: readonly KeptFile[] | undefined;
    // An opening is good for one message. Where another message has used it meanwhile, the next opening counts.
    for (let index = 0; ; index += 1) {
      const opening = times[index] ?? null;
      const { answer, isSpam, isHeld, reasons } = await judge.judge(opening);
      if (answer && !answer.isAccepted) return await refuse(shop, { ok: false, ...answer, hash });
      const reply = answer
        ? { status: answer.status, message: answer.message }
        : createReply(shop, messages, { isSpam, isHeld });
      files ??= await keepFiles(shop, valid.files);
      const stored = await storeMessage(shop, {
        ...submission,
        ...{ files, unitTag, page, submissionHash: hash, isSpam, reasons, reply },
        containerPost: readContainerPost(getText(body, `_${shop.wire.formPrefix}_container_post`)),
        openingUse: openings && opening !== null ? getOpeningUse(form.id, openings, opening) : null,
      });
      if (!stored) continue;
      if (stored !== reply) await judge.giveBack();
      return toOutcome(stored, hash, opening);
    }
  } catch (error) {
    // The scripts of forms show nothing for an HTTP error, and the sender would wait for ever.
    shop.log.error({ err: error, form: form.id }, 'a contact message was not stored');
    return refuse(shop, { ok: false, status: 'mail_failed', message: messages.mail_sent_ng });
  }
}

/**
 * Validates what was sent: fields, files, challenges and acceptances. Every attempt counts once: a valid message together
 * with its other limits, unless validating it costs more than counting.
 */
async function validateMessage(
  shop: Shop,
  received: ReceivedForm,
  messages: FormMessages,
): Promise<ValidMessage | Refusal> {
  const { form, body, ip, visitorId, customerId, openings } = received;
  const read = readSubmission(form, body, received.files);
  const { entries, hidden } = read;
  const appended = await readAppendedTexts(shop, { form, body, visitorId, customerId });
  const fields = [...listMessageFields(shop.wire, form, body, read), ...(appended.ok ? appended.fields : [])];
  const hash = hashMessage(shop, received, fields, read.files);
  const isChallenged = hasChallenge(form, hidden);
  const isCounted = received.files.length > 0 || isChallenged;
  if (isCounted && !(await isWithinAttempts(shop, ip))) return createAttemptRefusal(shop);

  const challengeErrors = await checkChallenges(shop, form, { body, hidden, messages });
  const { files, errors: fileErrors, reasons: fileReasons } = await checkFiles(shop, form, read.files, messages);
  const tooLong = entries.filter(({ value }) => typeof value === 'string' && value.length > maxValueLength);
  const found: readonly FieldErrors[] = [
    new Map(tooLong.map(({ name }) => [getFieldName(name), messages.invalid_too_long])),
    validateForm(createFormRules(shop, form), entries, 'server', hidden),
    ...[challengeErrors, fileErrors],
  ];
  // In the order of the form, in which people go through the list of errors. The first error of a field counts.
  const errors = listFields(form.layout).flatMap(({ name }) => {
    const error = found.map((list) => list.get(name)).find((each) => each !== undefined);
    return error === undefined ? [] : [[name, error] as const];
  });
  const isAccepted = listUnaccepted(form, entries, hidden).length === 0;
  const isRefused = errors.length > 0 || !isAccepted || !appended.ok;
  if (isRefused && !isCounted && !(await isWithinAttempts(shop, ip))) return createAttemptRefusal(shop);
  const createRefusal = (status: string, message: string): Refusal => ({ ok: false, status, message, hash });
  if (errors.length > 0)
    return { ...createRefusal('validation_failed', messages.validation_error), errors: new Map(errors) };
  if (!isAccepted) return createRefusal('acceptance_missing', messages.accept_terms);
  if (!appended.ok) return createRefusal('aborted', appended.message);
  const honeypot = getText(body, getHoneypotName(shop.wire.formPrefix)).trim();
  if (received.canAskAgain && honeypot === '' && !isChallenged && needsSecondPress(shop, received))
    return createRefusal('aborted', shop.t(texts.send_again));
  const submission = { form, fields, sender: findSender(form, read), visitorId, customerId, ip, body };
  return { ok: true, submission, honeypot, openings, isChallenged, fileReasons, isCounted, hash, files };
}

/** Characters of one value, also of fields without a rule for its length. */
const maxValueLength = 100_000;

export function createFormRules(shop: Shop, form: ContactForm): FieldRule[] {
  const today = formatIsoDay(shop.clock.now());
  const messages = getMessages(shop.t, form.messages);
  return createRules(form, { messages, today, fileLimits: getFileLimits(shop) });
}

/**
 * Whether the form was opened just now, or on a cached page, which opens none. Who comes from a page that does and has no
 * opening takes no cookies, so that asking again would not help.
 */
function needsSecondPress(shop: Shop, { body, openings }: ReceivedForm): boolean {
  const isFromPage = getText(body, getPageMarkName(shop.wire.formPrefix)) !== '';
  return !isOpenedInTime(shop, openings) && (!isFromPage || openings !== null);
}

const createAttemptRefusal = (shop: Shop): Refusal => ({
  ...{ ok: false, status: 'aborted', message: shop.t(texts.too_many_messages) },
});

const noErrors: FieldErrors = new Map();

/** What was accepted a short time before is not refused now: its challenge or its check is used up. */
async function refuse(shop: Shop, { status, message, errors = noErrors, hash }: Refusal): Promise<MessageOutcome> {
  const earlier = hash === undefined ? null : await findEarlierReply(shop, hash);
  if (earlier && hash !== undefined) return toOutcome(earlier, hash, null);
  return { status, message, errors, hash: '', hasArrived: false, usedOpening: null };
}

function createReply(
  shop: Shop,
  messages: FormMessages,
  { isSpam, isHeld }: { readonly isSpam: boolean; readonly isHeld: boolean },
): SentReply {
  if (!isSpam) return { status: 'mail_sent', message: messages.mail_sent_ok };
  if (isHeld) return { status: 'spam', message: shop.t(texts.held), isHeld: true };
  return { status: 'spam', message: messages.spam };
}

/** The hash of spam is not told: it says what was accepted. */
const toOutcome = (
  { status, message, isHeld }: SentReply,
  hash: string,
  usedOpening: number | null,
): MessageOutcome => ({
  ...{ status, message, errors: noErrors, usedOpening },
  hash: status === 'spam' ? '' : hash,
  hasArrived: isHeld ?? status !== 'spam',
});

/** Keyed, so that nobody can tell from it what was sent. Equal for the same message of the same sender. */
function hashMessage(
  shop: Shop,
  { form, unitTag, visitorId, customerId, openings, ip }: ReceivedForm,
  fields: readonly MessageField[],
  files: readonly ReceivedFile[],
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

/**
 * Receives a form that another feature's call brings, without files.
 * @returns null for a form that is not known
 */
export async function submitForm(
  { shop, request, reply, getActor }: MutationCall,
  { formId, body }: { readonly formId: number; readonly body: FormBody },
): Promise<MessageOutcome | null> {
  const form = await findContactForm(shop, formId);
  if (!form) return null;
  const { visitorId, customer } = await getActor();
  const outcome = await receiveMessage(shop, {
    ...{ form, body, files: [], ip: request.ip, visitorId, customerId: customer?.id ?? null, page: null },
    unitTag: formatUnitTag(shop.wire.formPrefix, { formId, ordinal: 1 }),
    openings: readOpenings(shop, request, formId),
    canAskAgain: false,
  });
  const { usedOpening: used } = outcome;
  if (used !== null) keepOpenings(shop, request, reply, formId, { used });
  return outcome;
}
