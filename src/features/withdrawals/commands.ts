import { getOrder, type Order, orderRecord } from '#features/orders/index.ts';
import { getActionPath } from '#platform/admin/records/record.ts';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readCount } from '#platform/input/read-number.ts';
import { formatMoney } from '#platform/money/money.ts';
import { createProposal, type WithdrawalProposal } from './create-proposal.ts';
import { listFacts } from './emails.ts';
import { closeWithdrawal, findWithdrawal, listWithdrawals, type Withdrawal } from './find-withdrawals.ts';
import { withdrawalTexts as texts } from './texts.ts';

const perPage = 50;
const idArgument = [{ name: '<id>', description: 'id of the withdrawal' }];

const listCommand: CommandDefinition = {
  name: 'withdrawals list',
  summary: 'list open withdrawals, newest first',
  requires: 'withdrawals.read',
  options: [
    { flags: '--closed', description: 'closed ones, too' },
    { flags: '--page <page>', description: 'page number, starting at 1' },
  ],
  run: async (shop, { options }, output) => {
    const page = readCount(options.page ?? '1');
    if (!Number.isSafeInteger(page) || page < 1 || page > 1_000_000) {
      output.warn('--page: expected a whole number of 1 or more');
      return 2;
    }
    const withdrawals = await listWithdrawals(shop.db, { withClosed: options.closed === true, page, perPage });
    output.table(
      ['id', 'order', 'declared', 'scope', 'name', 'email', 'state'],
      withdrawals.map((each) => [
        ...[String(each.id), each.orderNumber, each.declaredAt.toISOString(), each.scope, each.name, each.email],
        describeState(each),
      ]),
    );
    output.result({ withdrawals });
    return 0;
  },
};

function describeState({ orderId, isLate, closedAt }: Withdrawal): string {
  const parts = [closedAt ? 'closed' : 'open', isLate ? 'late' : '', orderId === null ? 'no such order' : ''];
  return parts.filter((part) => part !== '').join(', ');
}

const showCommand: CommandDefinition = {
  name: 'withdrawals show',
  summary: 'show a withdrawal, with a proposal for its refund',
  requires: 'withdrawals.read',
  arguments: idArgument,
  run: (shop, { arguments: [id = ''] }, output) =>
    withWithdrawal(shop, id, output, async (withdrawal) => {
      output.line(`Withdrawal ${withdrawal.id}: ${describeState(withdrawal)}`);
      for (const { label, value } of listFacts(shop, withdrawal)) output.line(`  ${label}: ${value}`);
      const order = withdrawal.orderId === null ? null : await getOrder(shop.db, { id: withdrawal.orderId });
      const proposal = order && (await inTransaction(shop.db, (tx) => createProposal(shop, tx, withdrawal)));
      if (order) for (const line of describeProposal(shop, order, proposal)) output.line(`  ${line}`);
      output.result({ ...withdrawal, proposal });
      return 0;
    }),
};

const refundOrder = { name: 'payments.refund-order' };

function describeProposal({ t, choices }: Shop, order: Order, proposal: WithdrawalProposal | null): string[] {
  const { id, number, currency } = order;
  if (!proposal) return [t(texts.proposalUnclear)];
  switch (proposal.action) {
    case 'refund': {
      const amount = formatMoney({ amount: proposal.amount, currency }, choices.locale);
      return [t(texts.proposalRefund, { amount }), `  ${getActionPath(orderRecord, refundOrder, id)}`];
    }
    case 'cancel':
      return [t(texts.proposalCancel), `  shop orders cancel ${number}`];
    case 'await-payment':
      return [t(texts.proposalAwaitPayment), `  shop orders paid ${number}`];
    case 'none':
      return [t(texts.proposalNothingLeft)];
  }
}

const closeCommand: CommandDefinition = {
  name: 'withdrawals close',
  summary: 'close a withdrawal, with a note on what was done',
  requires: 'withdrawals.write',
  arguments: [...idArgument, { name: '[note]', description: 'what was done' }],
  run: (shop, { arguments: [id = '', note = ''], actor }, output) =>
    withWithdrawal(shop, id, output, async (withdrawal) => {
      if (note.length > 2000) {
        output.warn('[note]: at most 2,000 characters');
        return 2;
      }
      const closing = { id: withdrawal.id, note, by: actor, now: shop.clock.now() };
      const changed = await closeWithdrawal(shop.db, closing);
      output.line(`Withdrawal ${withdrawal.id} ${changed ? 'is' : 'was already'} closed.`);
      output.result({ ok: true, id: withdrawal.id, changed });
      return 0;
    }),
};

async function withWithdrawal(
  shop: Shop,
  id: string,
  output: CliOutput,
  work: (withdrawal: Withdrawal) => Promise<number>,
): Promise<number> {
  const withdrawal = /^\d{1,15}$/.test(id) ? await findWithdrawal(shop.db, Number(id)) : null;
  if (withdrawal) return work(withdrawal);
  output.warn(`Withdrawal ${id.slice(0, 20)} not found. List them with 'shop withdrawals list'.`);
  output.result({ ok: false, code: 'WITHDRAWAL_NOT_FOUND' });
  return 1;
}

export const withdrawalCommands: readonly CommandDefinition[] = [listCommand, showCommand, closeCommand];
