import { getRevenue, reportsPath, type SalesOverview, type SalesSum } from '#features/reports/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { formatIsoDay, getDateFormat, getNumberFormat } from '#platform/texts/formats.ts';
import { SalesChart } from './sales-chart.tsx';
import { homeTexts as texts } from './texts.ts';

interface TodayProps {
  readonly shop: Shop;
  /** One overview for each currency. Null when the sales could not be counted. */
  readonly sales: readonly SalesOverview[] | null;
  readonly mayListOrders: boolean;
}

const isSold = ({ orders, returned }: SalesSum) => orders > 0 || returned > 0;

/** Compares today with last week's same day up to the same time, and charts the last 14 days, in each currency. */
export function Today({ shop, sales, mayListOrders }: TodayProps) {
  const { t } = shop;
  const shown = sales?.filter(({ days, lastWeek }, index) => index === 0 || [...days, lastWeek].some(isSold));
  return (
    <section className="home__part" aria-labelledby="home-today">
      <h2 id="home-today">{t(texts.today)}</h2>
      {shown === undefined ? (
        <p className="home__calm">{t(texts.salesFailed)}</p>
      ) : (
        shown.map((each) => (
          <div className="today" key={each.currency}>
            <Figures shop={shop} sales={each} mayListOrders={mayListOrders} />
            {each.days.some(isSold) ? (
              <SalesChart shop={shop} sales={each} />
            ) : (
              <p className="home__calm">{t(texts.noSales)}</p>
            )}
          </div>
        ))
      )}
      <p className="home__all">
        <a href={reportsPath}>{t(texts.reports)}</a>
      </p>
    </section>
  );
}

interface FiguresProps {
  readonly shop: Shop;
  readonly sales: SalesOverview;
  readonly mayListOrders: boolean;
}

function Figures({ shop, sales: { currency, today, lastWeek }, mayListOrders }: FiguresProps) {
  const { t, choices, clock } = shop;
  const money = (amount: number) => formatMoney({ amount, currency }, choices.locale);
  const now = clock.now();
  const day = formatIsoDay(now);
  const paid = new URLSearchParams({ 'paid.from': day, 'paid.to': day, currency });
  const figures = [
    {
      ...{ label: texts.orders, href: mayListOrders ? adminPath(`orders?${paid}`) : undefined },
      format: ({ orders }: SalesSum) => getNumberFormat(choices.locale, {}).format(orders),
    },
    {
      ...{ label: texts.revenue, href: `${reportsPath}?report=parts&period=today` },
      format: (sum: SalesSum) => money(getRevenue(sum)),
    },
    {
      ...{ label: texts.average, href: undefined },
      format: ({ orders, sold }: SalesSum) => (orders === 0 ? null : money(Math.round(sold / orders))),
    },
  ];
  const weekday = getDateFormat(choices.locale, { weekday: 'long' }).format(now);
  return (
    <dl className="today__figures">
      {figures.map(({ label, href, format }) => {
        const before = format(lastWeek);
        const value = format(today) ?? t(texts.unknown);
        return (
          <div key={label.key}>
            <dt>{t(label)}</dt>
            <dd className="today__value">{href ? <a href={href}>{value}</a> : value}</dd>
            {before !== null && <dd className="today__note">{t(texts.lastWeek, { value: before, day: weekday })}</dd>}
          </div>
        );
      })}
    </dl>
  );
}
