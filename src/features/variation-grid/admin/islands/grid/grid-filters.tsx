import type { GridFilter } from '#features/variation-grid/contract.ts';
import type { GridLabels } from '#features/variation-grid/grid-labels.ts';
import { Button } from '#ui/button.tsx';
import { Select, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';

export interface GridAttribute {
  readonly name: string;
  readonly terms: readonly string[];
}

interface FiltersProps {
  readonly path: string;
  readonly filter: GridFilter;
  readonly attributes: readonly GridAttribute[];
  readonly labels: GridLabels;
  /** Null before the script runs: submitting the form then requests another page. */
  readonly onFilter: ((filter: GridFilter) => void) | null;
}

export function GridFilters({ path, filter, attributes, labels, onFilter }: FiltersProps) {
  const change = (part: Partial<GridFilter>) => onFilter?.({ ...filter, ...part });
  const bind = (value: string, part: (value: string) => Partial<GridFilter>) =>
    onFilter
      ? { value, onChange: ({ target }: { readonly target: { readonly value: string } }) => change(part(target.value)) }
      : { defaultValue: value };
  return (
    <form
      className="vgrid__filters"
      action={path}
      aria-label={labels.filter}
      onSubmit={(event) => onFilter && event.preventDefault()}
    >
      <Field id="grid-search" label={labels.search}>
        {(control) => (
          <TextInput {...control} type="search" name="q" maxLength={200} {...bind(filter.text, (text) => ({ text }))} />
        )}
      </Field>
      {attributes.map(({ name, terms }, index) => (
        <Field key={name} id={`grid-option-${index}`} label={name}>
          {(control) => (
            <Select
              {...control}
              name={`option.${index}`}
              options={[{ value: '', label: labels.all }, ...terms.map((term) => ({ value: term, label: term }))]}
              {...bind(filter.options[index] ?? '', (term) => ({ options: filter.options.with(index, term) }))}
            />
          )}
        </Field>
      ))}
      <Field id="grid-only" label={labels.show}>
        {(control) => (
          <Select
            {...control}
            name="only"
            options={[
              { value: '', label: labels.all },
              { value: 'unpriced', label: labels.unpriced },
              { value: 'out', label: labels.out },
            ]}
            {...bind(filter.only, (only) => ({ only: only as GridFilter['only'] }))}
          />
        )}
      </Field>
      {!onFilter && <Button look="quiet">{labels.filter}</Button>}
    </form>
  );
}
