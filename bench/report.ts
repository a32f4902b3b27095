/** One line of the report. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: 'requests/s' | 'rows/s' | 'ms' | 's' | 'kB' | 'MB' | 'queries' | 'files' | 'points' | '%' | 'shift';
  readonly goal?: Goal | undefined;
  /** The same done by something that can hardly be quicker, in the same run: how the machine was at that moment. */
  readonly against?: { readonly what: string; readonly value: number } | undefined;
  readonly note?: string | undefined;
}

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });

function isMet({ value, goal }: Row): boolean | null {
  if (!goal) return null;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

const ratioOf = ({ value, against }: Row): number | null => (against ? value / against.value : null);

/** One row, in columns that stay where they are from row to row. */
export function rowText(row: Row): string {
  const met = isMet(row);
  const mark = met === null ? ' ' : met ? '✓' : '✗';
  const goal = row.goal
    ? 'atLeast' in row.goal
      ? `≥ ${number(row.goal.atLeast)}`
      : `≤ ${number(row.goal.atMost)}`
    : '';
  const first = `${mark} ${row.what.padEnd(58)} ${`${number(row.value)} ${row.unit}`.padStart(18)}  ${goal.padEnd(9)}`;
  const ratio = ratioOf(row);
  const rest = [
    ...(ratio === null || !row.against
      ? []
      : [`${number(ratio)} × ${row.against.what} (${number(row.against.value)})`]),
    ...(row.note === undefined ? [] : [row.note]),
  ];
  return `${first} ${rest.join('; ')}`.trimEnd();
}

function number(value: number): string {
  return (Math.abs(value) >= 100 ? whole : exact).format(value);
}

/** The same for a program to read. */
export function rowData(row: Row): Readonly<Record<string, unknown>> {
  return { ...row, met: isMet(row), ratio: ratioOf(row) };
}
