import { getMinorDigits } from '#platform/money/money.ts';
import { getNumberFormat } from '#platform/texts/formats.ts';
import type { DocumentLine, DocumentSnapshot, Fact, LineRate, Wordmark } from './snapshot/document-snapshot.ts';

/** A column of a table. `share`: its part of the width. */
export interface ViewColumn {
  readonly label: string;
  readonly share: number;
  readonly isNumber: boolean;
}

export interface ViewRow {
  readonly cells: readonly string[];
  /** Small text below the first cell. */
  readonly notes: readonly string[];
  /** JPEG beside the first cell; only the PDF shows it. */
  readonly photo?: Buffer | undefined;
}

export interface ViewTable {
  readonly columns: readonly ViewColumn[];
  readonly rows: readonly ViewRow[];
}

export interface ViewParty {
  readonly title: string;
  readonly lines: readonly string[];
}

/** A document with formatted amounts. Its HTML and its PDF show the same content. */
export interface DocumentView {
  readonly title: string;
  readonly wordmark?: Wordmark;
  readonly locale: string;
  readonly issuedAt: Date;
  readonly parties: readonly ViewParty[];
  readonly facts: readonly Fact[];
  readonly items: ViewTable;
  /** The last entry is the grand total. */
  readonly totals: readonly Fact[];
  readonly taxes: (ViewTable & { readonly title: string }) | null;
  readonly notes: readonly string[];
}

/** Formats a snapshot. It reads nothing else, so a document always looks the same. */
export function formatDocument(snapshot: DocumentSnapshot): DocumentView {
  const { title, wordmark, locale, issuedAt, labels, seller, buyer, shipTo, facts, notes } = snapshot;
  const parties = [
    { title: labels.seller, lines: seller },
    { title: labels.buyer, lines: buyer },
    { title: labels.shipTo, lines: shipTo },
  ];
  return {
    ...{ title, locale, facts, notes },
    ...(wordmark && { wordmark }),
    issuedAt: new Date(issuedAt),
    parties: parties.filter(({ lines }) => lines.length > 0),
    items: formatItems(snapshot),
    totals: formatTotals(snapshot),
    taxes: formatTaxSummary(snapshot),
  };
}

const text = (label: string, share: number): ViewColumn => ({ label, share, isNumber: false });
const number = (label: string, share: number): ViewColumn => ({ label, share, isNumber: true });

function formatItems(snapshot: DocumentSnapshot): ViewTable {
  const { labels, locale, lines } = snapshot;
  const price = createPriceFormat(snapshot);
  const unitPrice = createPriceFormat(snapshot, unitPriceDecimals);
  const toRow = (line: DocumentLine, cells: readonly string[]): ViewRow => ({
    cells: [line.name, line.quantity === null ? '' : getNumberFormat(locale, {}).format(line.quantity), ...cells],
    notes: [
      ...(line.sku === '' ? [] : [line.sku]),
      ...line.notes,
      ...(line.discount > 0 ? [labels.discount.replace('{amount}', () => `−${price(line.discount)}`)] : []),
    ],
  });
  const amounts = [number(labels.unitPrice, 3), number(labels.taxRate, 2), number(labels.amountNet, 3)];
  return {
    columns: [text(labels.item, 7), number(labels.quantity, 2), ...amounts],
    rows: lines.map((line) => {
      const rates = line.rates.map(({ rate }) => formatRate(locale, rate)).join(' + ');
      return toRow(line, [line.unitNet === null ? '' : unitPrice(line.unitNet), rates || '–', price(line.net)]);
    }),
  };
}

function formatTotals(snapshot: DocumentSnapshot): Fact[] {
  const { labels, net, taxes, gross } = snapshot;
  const price = createPriceFormat(snapshot);
  return [
    { label: labels.net, value: price(net) },
    ...taxes
      .filter(({ name }) => name !== '')
      .map((tax) => ({ label: formatTaxName(snapshot, tax), value: price(tax.amount) })),
    { label: labels.total, value: price(gross) },
  ];
}

function formatTaxSummary(snapshot: DocumentSnapshot): DocumentView['taxes'] {
  const { labels, taxes } = snapshot;
  if (taxes.length === 0) return null;
  const price = createPriceFormat(snapshot);
  return {
    title: labels.taxSummary,
    columns: [text(labels.taxRate, 6), number(labels.taxBase, 3), number(labels.tax, 3)],
    rows: taxes.map((tax) => ({
      cells: [formatTaxName(snapshot, tax), price(tax.net), price(tax.amount)],
      notes: [],
    })),
  };
}

function formatTaxName({ locale, labels }: DocumentSnapshot, { name, rate }: LineRate): string {
  return name === '' ? labels.notTaxed : `${name} ${formatRate(locale, rate)}`;
}

/** @param rate percent times 10,000 */
function formatRate(locale: string, rate: number): string {
  return getNumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(rate / 1_000_000);
}

/** Maximum decimals of the minor unit. A unit price shows only the decimals that its quantity needs. */
const unitPriceDecimals = 8;

/** @param decimals maximum decimals of the minor unit, shown when an amount has them */
function createPriceFormat({ currency, locale }: DocumentSnapshot, decimals = 0): (amount: number) => string {
  const digits = getMinorDigits(currency);
  const format = getNumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: digits + decimals });
  return (amount) => format.format(amount / 10 ** digits);
}
