import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { getCountryName, getNumberFormat } from '#platform/texts/formats.ts';
import type { Text } from '#platform/texts/texts.ts';
import { DataTable, type TableColumn } from '#ui/admin/data-table.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import type { TaxRow } from '../read/load-report.ts';
import { reportTexts as texts, untaxedTexts } from '../texts.ts';
import { Share } from './bars.tsx';

const untaxed: Readonly<Record<string, Text>> = untaxedTexts;

/** The rate of a row, or why there is none. */
function nameRate({ t, choices }: Pick<Shop, 't' | 'choices'>, { untaxed: reason, name, rate }: TaxRow): string {
  if (reason !== '') return t(texts.untaxed, { reason: untaxed[reason] ? t(untaxed[reason]) : reason });
  const format = getNumberFormat(choices.locale, { style: 'percent', maximumFractionDigits: 4 });
  return `${name} ${format.format(rate / 1_000_000)}`.trim();
}

/** Taxes by rate and country, in each currency. */
export function TaxTable({ shop, rows }: { readonly shop: Shop; readonly rows: readonly TaxRow[] }) {
  const { t, choices } = shop;
  if (rows.length === 0) return <ListState kind="empty" text={t(texts.none)} />;
  const country = (code: string) => (code === '' ? t(texts.unknown) : getCountryName(code, choices.locale));
  const amounts = ['soldNet', 'soldTax', 'returnedNet', 'returnedTax'] as const;
  const columns: readonly TableColumn[] = [
    { id: 'rate', title: t(texts.rate), onPhone: 'title' },
    { id: 'country', title: t(texts.country), onPhone: 'badge' },
    { id: 'dispatch', title: t(texts.dispatch) },
    { id: 'taxClass', title: t(texts.taxClass) },
    { id: 'share', title: t(texts.netTax), onTablet: 'hidden' },
    ...amounts.map((id) => ({ id, title: t(texts[id]), align: 'end' }) as const),
    { id: 'tax', title: t(texts.netTax), align: 'end', onPhone: 'value' },
  ];
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const money = (amount: number) => formatMoney({ amount, currency }, choices.locale);
    const max = Math.max(...own.map(findTax));
    return (
      <section aria-label={t(texts.currencyTitle, { currency })} key={currency}>
        {currencies.length > 1 && <h2>{t(texts.currencyTitle, { currency })}</h2>}
        <DataTable
          label={`${t(texts.taxes)}, ${currency}`}
          columns={columns}
          rows={own.map((row) => ({
            id: [row.dispatchCountry, row.country, row.untaxed, row.taxClass, row.name, row.rate].join(' '),
            cells: {
              ...{ rate: nameRate(shop, row), country: country(row.country), taxClass: row.taxClass },
              dispatch: row.dispatchCountry === '' ? null : country(row.dispatchCountry),
              share: <Share value={findTax(row)} max={max} />,
              ...Object.fromEntries(amounts.map((id) => [id, money(row[id])])),
              tax: money(findTax(row)),
            },
          }))}
        />
      </section>
    );
  });
}

const findTax = ({ soldTax, returnedTax }: TaxRow): number => soldTax - returnedTax;
