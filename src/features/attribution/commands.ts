import { reportUsageError } from '#features/orders/index.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { formatMoney } from '#platform/money/money.ts';
import { formatSourceType } from './order-facts.ts';
import { readPeriod, reportSources } from './report.ts';

const sourcesCommand: CommandDefinition = {
  name: 'orders sources',
  summary: 'count orders and revenue by source and campaign',
  requires: 'attribution.read',
  options: [
    { flags: '--from <date>', description: 'first day, such as 2026-11-01; default: 30 days' },
    { flags: '--to <date>', description: 'last day; default: today' },
    { flags: '--by <what>', description: 'campaign (default) or source' },
  ],
  run: async (shop, { options }, output) => {
    const {
      from,
      to,
      by = 'campaign',
    } = options as { readonly from?: string; readonly to?: string; readonly by?: string };
    if (by !== 'campaign' && by !== 'source') return reportUsageError(output, '--by: expected campaign or source');
    const period = readPeriod(shop.clock.now(), { ...(from ? { from } : {}), ...(to ? { to } : {}) });
    if (!period)
      return reportUsageError(
        output,
        '--from, --to: expected dates such as 2026-11-01, the first not after the second',
      );
    const byCampaign = by === 'campaign';
    const { sums, hasMore } = await reportSources(shop.db, period, { byCampaign });
    output.table(
      ['type', 'source', 'medium', ...(byCampaign ? ['campaign'] : []), 'orders', 'paid', 'revenue'],
      sums.map((sum) => [
        ...[formatSourceType(shop, sum.sourceType), sum.source ?? '', sum.medium ?? ''],
        ...(byCampaign ? [sum.campaign ?? ''] : []),
        ...[String(sum.orders), String(sum.paidOrders)],
        formatMoney({ amount: sum.revenue, currency: sum.currency }, shop.choices.locale),
      ]),
    );
    const orders = sums.reduce((count, sum) => count + sum.orders, 0);
    output.line(`${orders} ${orders === 1 ? 'order' : 'orders'} of ${period.from} to ${period.to}.`);
    if (hasMore) output.warn(`Only the first ${sums.length} sources are listed.`);
    output.result({ ...period, by, sources: sums, hasMore });
    return 0;
  },
};

export const attributionCommands: readonly CommandDefinition[] = [sourcesCommand];
