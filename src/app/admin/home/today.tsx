import type { Sales, SalesOverview } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { getDateFormat, getNumberFormat } from '#platform/texts/formats.ts';
import { SalesChart } from './sales-chart.tsx';
import { homeTexts as texts } from './texts.ts';

interface TodayProps {
  readonly shop: Shop;
  /** Null: they could not be counted. */
  readonly sales: SalesOverview | null;
}

/** Orders of today against the same time of the same day last week, and the last 14 days. */
export function Today({ shop, sales }: TodayProps) {
  const { t } = shop;
  return (
    <section className="home__part" aria-labelledby="home-today">
      <h2 id="home-today">{t(texts.today)}</h2>
      {sales === null ? (
        <p className="home__calm">{t(texts.salesFailed)}</p>
      ) : (
        <div className="today">
          <Figures shop={shop} sales={sales} />
          {sales.days.some(({ orders }) => orders > 0) ? (
            <SalesChart shop={shop} days={sales.days} />
          ) : (
            <p className="home__calm">{t(texts.noSales)}</p>
          )}
        </div>
      )}
    </section>
  );
}

function Figures({ shop, sales: { today, lastWeek } }: { readonly shop: Shop; readonly sales: SalesOverview }) {
  const { t, choices, clock } = shop;
  const money = (amount: number) => formatMoney({ amount, currency: choices.currency }, choices.locale);
  const figures = [
    { label: texts.orders, format: ({ orders }: Sales) => getNumberFormat(choices.locale, {}).format(orders) },
    { label: texts.revenue, format: ({ revenue }: Sales) => money(revenue) },
    {
      label: texts.average,
      format: ({ revenue, paidOrders }: Sales) => (paidOrders === 0 ? null : money(Math.round(revenue / paidOrders))),
    },
  ];
  const day = getDateFormat(choices.locale, { weekday: 'long' }).format(clock.now());
  return (
    <dl className="today__figures">
      {figures.map(({ label, format }) => {
        const before = format(lastWeek);
        return (
          <div key={label.key}>
            <dt>{t(label)}</dt>
            <dd className="today__value">{format(today) ?? t(texts.unknown)}</dd>
            {before !== null && <dd className="today__note">{t(texts.lastWeek, { value: before, day })}</dd>}
          </div>
        );
      })}
    </dl>
  );
}
