import type { ContactForm } from '#features/form-definitions/index.ts';
import type { Db } from '#platform/database/database.ts';
import { defineEvent } from '#platform/features/events.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MessageField } from './message-types.ts';

export interface ContactFormSource {
  readonly find: (shop: FormSourceShop, id: number) => Promise<ContactForm | null>;
  readonly list: (shop: FormSourceShop) => Promise<readonly ContactForm[]>;
}

export type FormSourceShop = Pick<Shop, 'db' | 'pages' | 'log'>;

/** Where forms come from. The first source that has an id wins. */
export const contactFormSources = definePort<ContactFormSource>('contact-forms.sources');

export interface ContactSubmission {
  readonly form: ContactForm;
  readonly fields: readonly MessageField[];
  /** Normalised email address. */
  readonly sender: string | null;
  readonly visitorId: string | null;
  readonly customerId: number | null;
  readonly ip: string;
  /** Everything that was sent, by name of the control, such as the field of a bot check. */
  readonly body: Readonly<Record<string, string | readonly string[]>>;
}

export interface SpamReason {
  /** Lower-case letters and `-`: staff read it. */
  readonly code: string;
  /** 1: a hint. 2: enough by itself. */
  readonly weight: 1 | 2;
}

export type SpamCheck = (shop: Shop, submission: ContactSubmission) => Promise<readonly SpamReason[]>;

/**
 * Looks for spam, besides the shop's own checks: bot checks, services. Asked outside of transactions. When it fails, the
 * message goes to quarantine.
 */
export const spamChecks = definePort<SpamCheck>('contact-forms.spam-checks');

/** A file of a message, before the message is stored. */
export interface ScannedFile {
  /** Where it was received: only to be read. */
  readonly path: string;
  readonly name: string;
  /** Found by its content. */
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** `refuse`: the sender is told that it can't be sent. `quarantine`: the message waits for staff. */
export type FileVerdict = 'clean' | 'refuse' | 'quarantine';

export type FileScan = (shop: Shop, file: ScannedFile) => Promise<FileVerdict>;

/**
 * Looks into files for viruses and the like. The worst verdict counts; a scan that fails counts as
 * `quarantine`. Asked outside of transactions, while the sender waits.
 */
export const fileScans = definePort<FileScan>('contact-forms.file-scans');

export interface SubmissionAnswer {
  /**
   * Name of the status in calls, such as `aborted` or `payment_required`. Any other becomes
   * `custom-{slug}` in the browser.
   */
  readonly status: string;
  /** What the response area says. Plain text. */
  readonly message: string;
  /** Whether the message is stored and mailed all the same. */
  readonly isAccepted: boolean;
}

export type SubmissionCheck = (shop: Shop, submission: ContactSubmission) => Promise<SubmissionAnswer | null>;

/**
 * Answers a valid message instead of the shop, or null. The first answer wins. Asked outside of
 * transactions, and not for spam. Asked anew when an accepted message is sent again, which then gets
 * the reply that it got before: keep nothing in it. When it fails, the message goes to quarantine.
 */
export const submissionChecks = definePort<SubmissionCheck>('contact-forms.submission-checks');

export type FindCustomerFacts = (db: Db, customerId: number) => Promise<Readonly<Record<string, string>>>;

/** What fields of forms may begin with for a customer, besides the account and the default address. */
export const customerFacts = definePort<FindCustomerFacts>('contact-forms.customer-facts');

export interface AppendRequest {
  readonly form: ContactForm;
  readonly value: string;
  readonly visitorId: string | null;
  readonly customerId: number | null;
}

/** `message` tells the sender in plain text why the message can't be sent. */
export type AppendResult =
  /** `staffText`: below the text, for the shop alone. */
  | { readonly ok: true; readonly label: string; readonly text: string; readonly staffText?: string }
  | { readonly ok: false; readonly message: string };

export interface AppendedText {
  /** Name of the hidden input that says what to append. No field of a form may have it. */
  readonly field: string;
  /** Null: nothing for this form. Asked anew at each attempt. */
  readonly append: (shop: Shop, request: AppendRequest) => Promise<AppendResult | null>;
}

/**
 * Appends a text of the shop to messages, such as a list of products. It is stored and mailed below what was
 * typed, and no rule of the form limits its length. Place the form with the hidden input (`createFormPlacer`).
 */
export const appendedTexts = definePort<AppendedText>('contact-forms.appended-texts');

export interface ContactMessageEvent {
  readonly id: number;
  readonly formId: number;
  readonly fields: readonly MessageField[];
  readonly sender: string | null;
}

/** Emitted when a message was received, or released from quarantine. */
export const contactMessageReceived = defineEvent<ContactMessageEvent>('contact-forms.message-received');
