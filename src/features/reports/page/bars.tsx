/** Units of the drawing, which is stretched to the available width. */
const width = 560;
const height = 96;

/**
 * Draws a bar for each value. Bars of negative values hang below the zero line. The table below the chart has the
 * numbers, also for screen readers.
 */
export function Bars({ values }: { readonly values: readonly number[] }) {
  const [max, min] = [Math.max(0, ...values), Math.min(0, ...values)];
  const toHeight = (value: number) => (max === min ? 0 : (Math.abs(value) / (max - min)) * height);
  const zero = toHeight(max);
  const step = width / values.length;
  return (
    <svg className="sales__line" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {values.map((value, index) => (
        <rect
          className="sales__bar"
          x={round(index * step + step * 0.1)}
          y={round(value < 0 ? zero : zero - toHeight(value))}
          width={round(step * 0.8)}
          height={round(toHeight(value))}
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no other name
          key={index}
        />
      ))}
      <path className="sales__zero" d={`M0 ${round(zero)}H${width}`} />
    </svg>
  );
}

export function Share({ value, max }: { readonly value: number; readonly max: number }) {
  const percent = max <= 0 ? 0 : round((Math.max(0, value) / max) * 100);
  return (
    <svg className="sales__share" width="100%" height="12" aria-hidden="true">
      <rect className="sales__bar" width={`${percent}%`} height="12" />
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
