import type { ReactNode } from 'react';
import { catalogTexts as texts } from '#features/catalog/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { Swatch } from '#ui/swatch.tsx';

/** A value to tick. */
export interface FilterOption {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  /** Null where a number would say nothing. */
  readonly count: number | null;
  /** `#rrggbb` */
  readonly swatch: string | null;
  /** Address of a small picture that shows it better. */
  readonly picture?: string | null | undefined;
  readonly isChosen: boolean;
}

/** More of them are folded away; still more are for the search. */
const visibleOptions = 10;
const maxOptions = 30;

interface GroupProps {
  readonly context: RenderContext;
  readonly name: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

export function FilterGroup({ context: { t }, name, isOpen, children }: GroupProps) {
  return (
    <details className="filter" open={isOpen}>
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

/** What is chosen comes first when the list is long, so that it never hides. */
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

/** Few elements, since a large shop has hundreds of these on a page. */
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
