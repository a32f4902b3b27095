import { sessionData } from '#features/accounts/index.ts';
import { attributionData } from '#features/attribution/index.ts';
import { cartData } from '#features/cart/index.ts';
import { commentData, opinionData } from '#features/comments/index.ts';
import { messageData } from '#features/contact-forms/index.ts';
import { addressData, noteData, profileData } from '#features/customers/index.ts';
import { documentData } from '#features/documents/index.ts';
import { downloadData } from '#features/downloads/index.ts';
import { emailPreferenceData } from '#features/email-preferences/index.ts';
import { deliveryData } from '#features/fulfilment/index.ts';
import { draftData } from '#features/manual-orders/index.ts';
import { orderData } from '#features/orders/index.ts';
import { passkeyData } from '#features/passkeys/index.ts';
import { stockAlertData } from '#features/stock-alerts/index.ts';
import { twoFactorData } from '#features/two-factor/index.ts';
import { uploadData } from '#features/uploads/index.ts';
import { vatCheckData } from '#features/vat-numbers/index.ts';
import { wishlistData } from '#features/wishlists/index.ts';
import { withdrawalData } from '#features/withdrawals/index.ts';
import { auditData } from '#platform/admin/audit/erase-audit.ts';
import { mailData } from '#platform/mail/mail-data.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';

/**
 * Sources of the personal data of a customer. Erased and merged in lock order: orders, carts, uploads, wishlists,
 * comments. The customer's row is locked first and emptied last.
 */
export const personalDataSources: readonly PersonalDataSource[] = [
  orderData,
  draftData,
  deliveryData,
  documentData,
  downloadData,
  withdrawalData,
  attributionData,
  vatCheckData,
  cartData,
  uploadData,
  wishlistData,
  stockAlertData,
  commentData,
  opinionData,
  messageData,
  mailData,
  noteData,
  auditData,
  sessionData,
  twoFactorData,
  passkeyData,
  emailPreferenceData,
  addressData,
  profileData,
];
