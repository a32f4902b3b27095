import { editedComments, heldComments, reportedComments } from '#features/comments/index.ts';
import { heldMessages, newMessages } from '#features/contact-forms/index.ts';
import { undeliveredOrders } from '#features/fulfilment/index.ts';
import { cancellationRequests, ordersToShip } from '#features/orders/index.ts';
import {
  moneyToReturn,
  openDisputes,
  paymentsWithoutOrder,
  unansweredRefunds,
  unpaidTransfers,
} from '#features/payments/index.ts';
import { recentZeroResults } from '#features/search/index.ts';
import { openInvitations } from '#features/staff/index.ts';
import { stocksToReorder } from '#features/stock-control/index.ts';
import { openWithdrawals, unmatchedWithdrawals } from '#features/withdrawals/index.ts';
import type { HomeTile } from '#platform/admin/home.ts';
import { failedRuns } from '#platform/admin/runs/home-tile.ts';
import { failedJobs, failedMails } from '../admin/home/failure-tiles.ts';

/** In the order of display. */
export const tilesOfShop: readonly HomeTile[] = [
  ordersToShip,
  cancellationRequests,
  undeliveredOrders,
  unpaidTransfers,
  newMessages,
  heldMessages,
  heldComments,
  editedComments,
  reportedComments,
  openWithdrawals,
  unmatchedWithdrawals,
  unansweredRefunds,
  paymentsWithoutOrder,
  moneyToReturn,
  openDisputes,
  failedRuns,
  failedMails,
  failedJobs,
  stocksToReorder,
  recentZeroResults,
  openInvitations,
];
