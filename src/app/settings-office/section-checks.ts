import { checkWebhook } from '#features/contact-forms/index.ts';
import { checkPayments } from '#features/payments/index.ts';
import { checkWallet } from '#features/wallet/index.ts';
import type { ShopCheck } from '#platform/checks/checks.ts';
import { checkMail, checkSender } from '#platform/mail/check-mail.ts';

/** Checks that the button 'Check' of a section runs, by the name of the section. They may call other servers. */
export const sectionChecks: ReadonlyMap<string, readonly ShopCheck[]> = new Map([
  ['mail', [checkMail, checkSender]],
  ['payments', [checkPayments]],
  ['wallet', [checkWallet]],
  ['contact-forms', [checkWebhook]],
]);
