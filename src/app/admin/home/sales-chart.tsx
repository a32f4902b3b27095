import { getRevenue, type SalesOverview } from '#features/reports/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { getDateFormat, getNumberFormat } from '#platform/texts/formats.ts';
import { homeTexts as texts } from './texts.ts';

interface SalesChartProps {
  readonly shop: Shop;
  readonly sales: SalesOverview;
}

/** Units of the SVG's coordinate system. The drawing is stretched to the width of its container. */
const width = 560;
const height = 96;

/** Draws the revenue of each day as a line. The table below has the same numbers in accessible form. */
export function SalesChart({ shop, sales }: SalesChartProps) {
  const { t, choices } = shop;
  const format = getDateFormat(choices.locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const { days, currency } = sales;
  const revenues = days.map(getRevenue);
  const max = Math.max(...revenues);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className="sales">
      <figcaption className="sales__caption">
        <span>{t(texts.chart, { currency })}</span>
        <span>{t(texts.highest, { amount: formatMoney({ amount: max, currency }, choices.locale) })}</span>
      </figcaption>
      <Line values={revenues} max={max} />
      <p className="sales__days" aria-hidden="true">
        <span>{first && format.format(new Date(first.day))}</span>
        <span>{last && format.format(new Date(last.day))}</span>
      </p>
      <details className="home__more">
        <summary>{t(texts.table)}</summary>
        <SalesTable shop={shop} sales={sales} />
      </details>
    </figure>
  );
}

function Line({ values, max }: { readonly values: readonly number[]; readonly max: number }) {
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * width;
    // The value of a day with refunds only is below zero. Such a day is drawn at the bottom.
    const y = height - (max <= 0 ? 0 : Math.max(0, value) / max) * height;
    return `${round(x)} ${round(y)}`;
  });
  return (
    <svg className="sales__line" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path className="sales__area" d={`M${points.join('L')}V${height}H0Z`} />
      <path className="sales__stroke" d={`M${points.slice(0, -1).join('L')}`} />
      <path className="sales__stroke sales__stroke--today" d={`M${points.slice(-2).join('L')}`} />
      {/* A line of length zero with round ends draws the dot: the chart's scale would stretch a circle. */}
      <path className="sales__point" d={`M${points[points.length - 8]}h0`} />
      <path className="sales__point sales__point--today" d={`M${points.at(-1)}h0`} />
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

function SalesTable({ shop: { t, choices }, sales: { days, currency } }: SalesChartProps) {
  const format = getDateFormat(choices.locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  const number = getNumberFormat(choices.locale, {});
  return (
    <table className="sales__table">
      <thead>
        <tr>
          <th scope="col">{t(texts.day)}</th>
          <th scope="col">{t(texts.orders)}</th>
          <th scope="col">{t(texts.revenue)}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((sum) => (
          <tr key={sum.day}>
            <th scope="row">
              <time dateTime={sum.day}>{format.format(new Date(sum.day))}</time>
            </th>
            <td>{number.format(sum.orders)}</td>
            <td>{formatMoney({ amount: getRevenue(sum), currency }, choices.locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
