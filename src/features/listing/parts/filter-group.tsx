import type { ReactNode } from 'react';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { Swatch } from '#ui/swatch.tsx';
import { listingTexts as texts } from '../texts.ts';

export interface FilterOption {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  /** Null when no count is shown. */
  readonly count: number | null;
  /** `#rrggbb` */
  readonly swatch: string | null;
  /** URL of a small picture, shown instead of the color. */
  readonly picture?: string | null | undefined;
  readonly isChosen: boolean;
}

/** Number of options that are always visible. Options beyond it are collapsed, or left out beyond `maxOptions`. */
const visibleOptions = 10;
const maxOptions = 30;

interface GroupProps {
  readonly context: RenderContext;
  /** Unique among the groups. */
  readonly id: string;
  readonly name: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

export function FilterGroup({ context: { t }, id, name, isOpen, children }: GroupProps) {
  return (
    <details className="filter" id={`filter-group-${id}`} open={isOpen}>
      <summary className="filter__name">
        {name}
        <Icon name="chevron-down" small />
      </summary>
      <fieldset className="filter__values">
        <legend className="visually-hidden">{t(texts.valuesWithCounts, { name })}</legend>
        {children}
      </fieldset>
    </details>
  );
}

interface ListProps {
  readonly context: RenderContext;
  readonly options: readonly FilterOption[];
  readonly type?: 'checkbox' | 'radio';
}

/** Lists options. In a long list chosen options come first, so that they are never collapsed. */
export function FilterOptionList({ context: { t }, options, type = 'checkbox' }: ListProps) {
  const isLong = options.length > visibleOptions + 2;
  const sorted = isLong ? options.toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen)) : options;
  const first = isLong ? sorted.slice(0, visibleOptions) : sorted;
  const rest = sorted.slice(first.length, maxOptions);
  return (
    <>
      <FilterOptionItems options={first} type={type} />
      {rest.length > 0 && (
        <details className="filter__rest">
          <summary>{t(texts.showMore, { count: rest.length })}</summary>
          <FilterOptionItems options={rest} type={type} />
        </details>
      )}
    </>
  );
}

/** Keep the markup small: a large shop has hundreds of options on a page. */
function FilterOptionItems({ options, type }: Required<Pick<ListProps, 'options' | 'type'>>) {
  return (
    <ul className="filter__list" role="list">
      {options.map(({ name, value, label, count, swatch, picture, isChosen }) => (
        <li key={value}>
          <label className="check">
            <input type={type} name={name} value={value} defaultChecked={isChosen} />
            {(swatch !== null || picture) && <Swatch color={swatch} picture={picture} />}
            {label}
            {count !== null && <small>{count}</small>}
          </label>
        </li>
      ))}
    </ul>
  );
}
