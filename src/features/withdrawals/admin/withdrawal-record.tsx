import { orderRecord } from '#features/orders/index.ts';
import { type AdminPanel, defineAdminRecord, getActionPath, getRecordPath } from '#platform/admin/records/record.ts';
import { inTransaction } from '#platform/database/database.ts';
import { formatMoney } from '#platform/money/money.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { FactsList } from '#ui/admin/panels.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { createProposal } from '../create-proposal.ts';
import { listFacts } from '../emails.ts';
import { withdrawalRecordPath } from '../paths.ts';
import { withdrawalAdminTexts as texts } from './texts.ts';
import { WithdrawalStates, withdrawalList } from './withdrawal-list.tsx';
import {
  assignOrderOperation,
  chooseLinesOperation,
  closeOperation,
  recordReceivedOperation,
} from './withdrawal-operations.ts';
import { loadWithdrawalSubject, type WithdrawalSubject } from './withdrawal-subject.ts';

const proposalTexts = {
  refund: texts.proposalRefund,
  cancel: texts.proposalCancel,
  'await-payment': texts.proposalAwaitPayment,
  none: texts.proposalNone,
} as const;

/** Pages of the order that carry out a proposal. The form of a refund is prefilled with the proposal. */
const steps = {
  refund: { name: 'payments.refund-order', text: texts.refund, requires: 'orders.refund' },
  cancel: { name: 'orders.cancel-order', text: texts.cancel, requires: 'orders.write' },
} as const;

const proposalPanel: AdminPanel<WithdrawalSubject> = {
  ...{ id: 'proposal', title: texts.proposal, column: 'main' },
  render: async (shop, withdrawal, actor) => {
    const { t, db, choices } = shop;
    const { order, closedAt } = withdrawal;
    if (closedAt !== null) return null;
    if (order === null) return <p>{t(texts.proposalUnmatched)}</p>;
    const proposal = await inTransaction(db, (tx) => createProposal(shop, tx, withdrawal));
    if (proposal === null) return <p>{t(texts.proposalUnclear)}</p>;
    const amount = formatMoney({ amount: proposal.amount, currency: order.currency }, choices.locale);
    const step = proposal.action === 'refund' || proposal.action === 'cancel' ? steps[proposal.action] : null;
    return (
      <div className="stack">
        <p>{t(proposalTexts[proposal.action], { amount })}</p>
        {step !== null && isPermitted(actor, step.requires) && (
          <p>
            <ButtonLink href={getActionPath(orderRecord, step, order.id)}>{t(step.text)}</ButtonLink>
          </p>
        )}
      </div>
    );
  },
};

const linesPanel: AdminPanel<WithdrawalSubject> = {
  ...{ id: 'items', title: texts.items, column: 'main', look: 'flush' },
  render: ({ t }, { order, lines }) => {
    if (order === null) return null;
    const chosen = lines.filter(({ quantity }) => quantity > 0);
    if (chosen.length === 0) return <p className="panel__empty">{t(texts.noItems)}</p>;
    const columns = [
      { id: 'item', title: t(texts.item), onPhone: 'title' },
      { id: 'units', title: t(texts.units), align: 'end' },
      { id: 'received', title: t(texts.received), align: 'end' },
      { id: 'refunded', title: t(texts.refunded), align: 'end' },
    ] as const;
    const rows = chosen.map(({ lineId, name, quantity, received, refunded }) => ({
      id: String(lineId),
      cells: { item: name, units: quantity, received, refunded },
    }));
    return <DataTable label={t(texts.itemsTable)} columns={columns} rows={rows} />;
  },
};

const declarationPanel: AdminPanel<WithdrawalSubject> = {
  ...{ id: 'declaration', title: texts.declaration, column: 'side' },
  render: (shop, { order, closedAt, closingNote, ...withdrawal }) => {
    const { t, choices } = shop;
    const facts = listFacts(shop, { ...withdrawal, closedAt, closingNote });
    const closed = closedAt && [formatMoment(closedAt, choices.locale), closingNote].filter(Boolean).join(': ');
    return (
      <>
        <FactsList
          facts={[
            ...facts.map(({ label, value }) => ({ label, value: <span className="order-note">{value}</span> })),
            { label: t(texts.closedBy), value: closed },
          ]}
        />
        {order !== null && (
          <p>
            <a href={getRecordPath(orderRecord, order.id)}>{t(texts.openOrder)}</a>
          </p>
        )}
      </>
    );
  },
};

const isOpen = ({ closedAt }: WithdrawalSubject) => closedAt === null;
const hasLines = ({ lines }: WithdrawalSubject) => lines.some(({ quantity }) => quantity > 0);

export const withdrawalRecord = defineAdminRecord<WithdrawalSubject>({
  ...{ name: 'withdrawals.withdrawal', path: withdrawalRecordPath(':id'), requires: 'withdrawals.read' },
  subject: 'withdrawal',
  back: { path: withdrawalList.path, text: texts.withdrawals },
  list: withdrawalList.name,
  load: (_shop, db, id) => loadWithdrawalSubject(db, id),
  head: ({ t, choices }, withdrawal) => {
    const { id, orderNumber, declaredAt, lines } = withdrawal;
    const hasArrived = lines.some(({ received }) => received > 0);
    return {
      title: t(texts.title, { id: String(id), number: orderNumber }),
      states: <WithdrawalStates t={t} state={{ ...withdrawal, isClosed: !isOpen(withdrawal), hasArrived }} />,
      facts: formatMoment(declaredAt, choices.locale),
    };
  },
  panels: [proposalPanel, linesPanel, declarationPanel],
  operations: [
    {
      operation: assignOrderOperation,
      ...{ isShown: (each) => isOpen(each) && each.order === null, isNext: () => true },
    },
    { operation: closeOperation, isShown: isOpen },
    { operation: chooseLinesOperation, panel: 'items', isShown: (each) => isOpen(each) && each.order !== null },
    { operation: recordReceivedOperation, panel: 'items', isShown: (each) => isOpen(each) && hasLines(each) },
  ],
});
