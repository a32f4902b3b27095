/** One line of the report. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit:
    | 'requests/s'
    | 'rows/s'
    | 'ms'
    | 's'
    | 'kB'
    | 'MB'
    | 'queries'
    | 'rows'
    | 'files'
    | 'points'
    | '%'
    | 'shift';
  readonly goal?: Goal | undefined;
  /** The same load on a bare server in the same run, as a measure of the machine. */
  readonly against?: { readonly what: string; readonly value: number } | undefined;
  readonly note?: string | undefined;
}

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

const wholeNumber = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const twoDecimals = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });

function isMet({ value, goal }: Row): boolean | null {
  if (!goal) return null;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

const getRatio = ({ value, against }: Row): number | null => (against ? value / against.value : null);

/** Formats a row in aligned columns. */
export function formatRow(row: Row): string {
  const met = isMet(row);
  const mark = met === null ? ' ' : met ? '✓' : '✗';
  const goal = row.goal
    ? 'atLeast' in row.goal
      ? `≥ ${formatNumber(row.goal.atLeast)}`
      : `≤ ${formatNumber(row.goal.atMost)}`
    : '';
  const first = `${mark} ${row.what.padEnd(58)} ${`${formatNumber(row.value)} ${row.unit}`.padStart(18)}  ${goal.padEnd(9)}`;
  const ratio = getRatio(row);
  const rest = [
    ...(ratio === null || !row.against
      ? []
      : [`${formatNumber(ratio)} × ${row.against.what} (${formatNumber(row.against.value)})`]),
    ...(row.note === undefined ? [] : [row.note]),
  ];
  return `${first} ${rest.join('; ')}`.trimEnd();
}

function formatNumber(value: number): string {
  return (Math.abs(value) >= 100 ? wholeNumber : twoDecimals).format(value);
}

/** A row of the JSON report. */
export function toRowData(row: Row): Readonly<Record<string, unknown>> {
  return { ...row, met: isMet(row), ratio: getRatio(row) };
}
