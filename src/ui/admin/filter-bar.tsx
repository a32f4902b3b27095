import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

interface FilterBarProps {
  /** Path of the list. */
  readonly action: string;
  /** Label for screen readers. */
  readonly label: string;
  readonly search?: SearchField | undefined;
  /** `Filter` elements: the promoted filters, then the filter with all others. */
  readonly children?: ReactNode;
  /** Controls for sort and columns, at the end of the bar. */
  readonly tools?: ReactNode;
  /** Active filters, each with a link to the list without the filter. */
  readonly chosen?: readonly ChosenFilter[];
  readonly clear?: { readonly href: string; readonly text: string } | undefined;
  /** Text of the submit button for browsers without script. With script, Enter and the filters submit the form. */
  readonly apply: string;
  /** Other parameters of the list's address: view, sort, columns. */
  readonly hidden?: Readonly<Record<string, string>>;
}

interface SearchField {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly value: string;
}

export interface ChosenFilter {
  readonly text: string;
  /** Address of the list without the filter. */
  readonly href: string;
  /** Text for screen readers before the filter's text: 'Remove'. */
  readonly removeLabel: string;
}

/** A form that sets the parameters of the list's address. All its parts work without script. */
export function FilterBar({
  action,
  label,
  search,
  children,
  tools,
  chosen = [],
  clear,
  apply,
  hidden = {},
}: FilterBarProps) {
  return (
    <search className="filters">
      <form className="filters__form" action={action} aria-label={label} data-filters="">
        {/* The Enter key presses the first button, which must not be one of a filter. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        {Object.entries(hidden).map(([name, value]) => (
          <input type="hidden" name={name} value={value} key={name} />
        ))}
        {search && (
          <span className="filters__search">
            <Icon name="search" small />
            <input
              className="filters__input"
              type="search"
              name={search.name}
              defaultValue={search.value}
              aria-label={search.label}
              placeholder={search.placeholder}
              aria-keyshortcuts="/"
              autoComplete="off"
              data-list-search=""
            />
          </span>
        )}
        {children}
        <Button className="when-no-script" look="quiet">
          {apply}
        </Button>
        {tools && <div className="filters__tools">{tools}</div>}
      </form>
      {(chosen.length > 0 || clear) && (
        <ul className="filters__chosen">
          {chosen.map(({ text, href, removeLabel }) => (
            <li key={href}>
              <a className="chosen" href={href}>
                <span className="visually-hidden">{removeLabel}</span> {text}
                <Icon name="x" small />
              </a>
            </li>
          ))}
          {clear && (
            <li>
              <a className="filters__clear" href={clear.href}>
                {clear.text}
              </a>
            </li>
          )}
        </ul>
      )}
    </search>
  );
}

interface FilterProps {
  readonly title: string;
  readonly value?: string | undefined;
  readonly align?: 'start' | 'end' | undefined;
  readonly apply: string;
  /** Name of the picker when the filter chooses records, which the script loads when the filter opens. */
  readonly picker?: string | undefined;
  readonly isOpen?: boolean | undefined;
  readonly children: ReactNode;
}

/** One filter of a `FilterBar`: a button with its value, which opens its fields. */
export function Filter({ title, value, align = 'start', apply, picker, isOpen, children }: FilterProps) {
  return (
    <details
      className="menu menu--filter"
      data-menu=""
      data-set={value !== undefined || undefined}
      data-picker={picker}
      open={isOpen}
    >
      <summary className="menu__button">
        <span>{value === undefined ? title : `${title}: `}</span>
        {value !== undefined && <strong className="menu__value">{value}</strong>}
        <Icon name="chevron-down" small />
      </summary>
      <fieldset className="menu__panel menu__panel--fields" data-align={align}>
        <legend className="visually-hidden">{title}</legend>
        {children}
        <Button className="menu__apply">{apply}</Button>
      </fieldset>
    </details>
  );
}
