import { loadAttributionFacts } from '#features/attribution/index.ts';
import { buyerLines, getSellerVatNumber, listSenderLines } from '#features/documents/index.ts';
import { listDownloadBlocks } from '#features/downloads/index.ts';
import { listCalendarBlocks } from '#features/event-calendar/index.ts';
import { listPromiseBlocks, loadShipmentFacts } from '#features/fulfilment/index.ts';
import { orderFacts, orderMailBlocks } from '#features/orders/index.ts';
import { loadTransactionFacts } from '#features/payments/index.ts';
import { reverseChargeRules } from '#features/pricing/index.ts';
import {
  askVies,
  isReverseCharged,
  listBuyerVatNumber,
  loadVatFacts,
  sellerVatNumber,
  vatNumberCheck,
} from '#features/vat-numbers/index.ts';
import { type Provision, providePort } from '#platform/features/ports.ts';
import { mailSenderLines } from '#platform/mail/kit/mail-content.ts';

/** Information of features about orders, for mails, documents and staff. */
export const orderWiring: { readonly provides: readonly Provision[] } = {
  provides: [
    ...providePort(buyerLines, [listBuyerVatNumber]),
    ...providePort(mailSenderLines, [listSenderLines]),
    ...providePort(reverseChargeRules, [isReverseCharged]),
    ...providePort(vatNumberCheck, [askVies]),
    ...providePort(sellerVatNumber, [getSellerVatNumber]),
    ...providePort(orderFacts, [
      { load: loadShipmentFacts, hasPanel: true },
      { load: loadTransactionFacts, hasPanel: true },
      { load: loadAttributionFacts, hasPanel: true },
      { load: loadVatFacts, hasPanel: true },
    ]),
    ...providePort(orderMailBlocks, [listPromiseBlocks, listCalendarBlocks, listDownloadBlocks]),
  ],
};
