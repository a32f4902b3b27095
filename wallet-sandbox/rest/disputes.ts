import { resolveDispute } from '../money/disputes.ts';
import type { Handler, Route } from './call.ts';
import { notFound, unprocessable } from './problem.ts';
import { viewDispute } from './views.ts';

const path = '/v1/customer/disputes';

const list: Handler = (context, { query }) => {
  const transaction = query.get('disputed_transaction_id');
  const found = context.store
    .list('disputes')
    .filter(({ captureId }) => transaction === null || captureId === transaction);
  // How one has ended is told of a single one alone.
  const items = found.map((each) => ({ ...viewDispute(context, each), dispute_outcome: undefined }));
  return { status: 200, body: { items, links: [] } };
};

const get: Handler = (context, { ids }) => {
  const dispute = context.store.get('disputes', ids[0] ?? '');
  if (!dispute) throw notFound();
  return { status: 200, body: viewDispute(context, dispute) };
};

/** The shop gives in. */
const acceptClaim: Handler = (context, { ids }) => {
  const dispute = context.store.get('disputes', ids[0] ?? '');
  if (!dispute) throw notFound();
  if (dispute.status === 'RESOLVED') throw unprocessable('ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE');
  resolveDispute(context, dispute, 'BUYER');
  return {
    status: 200,
    body: { links: [{ href: `${context.restUrl}${path}/${dispute.id}`, rel: 'self', method: 'GET' }] },
  };
};

export const disputeRoutes: readonly Route[] = [
  { method: 'GET', path, operation: 'listDisputes', handler: list },
  { method: 'GET', path: `${path}/:`, operation: 'getDispute', handler: get },
  { method: 'POST', path: `${path}/:/accept-claim`, operation: 'acceptClaim', handler: acceptClaim },
];
