import { renderSaveAsAccount } from '#features/accounts/index.ts';
import { renderDocumentLinks } from '#features/documents/index.ts';
import { renderOrderDownloads } from '#features/downloads/index.ts';
import { renderOrderEvents } from '#features/event-calendar/index.ts';
import { renderShipments } from '#features/fulfilment/index.ts';
import { orderVatNumber } from '#features/vat-numbers/index.ts';
import { renderWithdrawalLink } from '#features/withdrawals/index.ts';

/** Content that features add to the page of an order, in the order of display. */
export const detailsOfOrders = [
  renderOrderEvents,
  renderOrderDownloads,
  renderShipments,
  renderDocumentLinks,
  renderWithdrawalLink,
  renderSaveAsAccount,
  orderVatNumber,
];
