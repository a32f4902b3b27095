import type { ReactNode } from 'react';
import { FormField } from '#platform/forms/form-fields.tsx';
import { records } from '#platform/forms/kinds.ts';
import { Filter, FilterBar } from '#ui/admin/filter-bar.tsx';
import { Checkbox } from '#ui/choices.tsx';
import { Select, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { listSuffixes } from '../address/filter-kinds.ts';
import { writeSort } from '../address/write-address.ts';
import { type AdminFilter, findPicker, formatOption, isLinked, listOptions } from '../filter.ts';
import { listTexts as texts } from '../texts.ts';
import { type ListView, linkTo } from './list-view.ts';

/** The form with search, filters, order and columns. It works without script; the script sends it at each change. */
export function FilterForm({ view }: { readonly view: ListView }) {
  const { list, state, context } = view;
  const { t } = context;
  const shown = Object.entries(list.filters).filter(([, filter]) => !isLinked(filter));
  const others = shown.filter(([, { isPromoted }]) => !isPromoted);
  const set = others.filter(([name]) => state.filters.has(name)).length;
  const search = list.search && t(texts.searchFor, { what: t(list.search.title) });
  return (
    <FilterBar
      action={list.path}
      label={t(texts.filters)}
      search={search === undefined ? undefined : { name: 'q', label: search, placeholder: search, value: state.q }}
      apply={t(texts.apply)}
      hidden={state.view === '' ? {} : { view: state.view, own: '1' }}
      tools={<Tools view={view} />}
      {...listChosen(view)}
    >
      <LinkedFilters view={view} />
      {shown.map(([name, filter]) =>
        filter.isPromoted ? (
          <Filter
            key={name}
            title={t(filter.title)}
            value={state.filters.get(name)?.label}
            apply={t(texts.apply)}
            picker={findPicker(filter) ? name : undefined}
            isOpen={view.pickers.get(name)?.found != null}
          >
            <FilterFields {...{ name, filter, view }} />
          </Filter>
        ) : null,
      )}
      {others.length > 0 && (
        <Filter
          title={t(texts.moreFilters)}
          value={set === 0 ? undefined : String(set)}
          apply={t(texts.apply)}
          isOpen={others.some(([name]) => view.pickers.get(name)?.found != null)}
        >
          {others.map(([name, filter]) => (
            <fieldset className="list-filter" key={name}>
              <legend>{t(filter.title)}</legend>
              <FilterFields {...{ name, filter, view }} />
            </fieldset>
          ))}
        </Filter>
      )}
    </FilterBar>
  );
}

function listChosen(view: ListView) {
  const { list, state, context } = view;
  const { t } = context;
  const set = [...state.filters].map(([name, { label }]) => {
    const title = list.filters[name]?.title;
    const filters = new Map([...state.filters].filter(([each]) => each !== name));
    return {
      text: t(texts.filterIs, { title: title ? t(title) : name, value: label }),
      href: linkTo(view, { filters }),
    };
  });
  if (state.q !== '') set.push({ text: t(texts.searchIs, { text: state.q }), href: linkTo(view, { q: '' }) });
  const chosen = set.map((each) => ({ ...each, removeLabel: t(texts.removeFilter, { filter: each.text }) }));
  if (chosen.length < 2) return { chosen };
  return { chosen, clear: { href: linkTo(view, { filters: new Map(), q: '' }), text: t(texts.clearAll) } };
}

/** Hidden inputs that keep the filters which links of other pages have set when the form is sent. */
function LinkedFilters({ view: { list, state } }: { readonly view: ListView }) {
  return Object.entries(list.filters).flatMap(([name, filter]) =>
    isLinked(filter)
      ? (state.filters.get(name)?.written ?? []).map(([, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))
      : [],
  );
}

interface FilterFieldsProps {
  readonly name: string;
  readonly filter: AdminFilter;
  readonly view: ListView;
}

/** The controls of a filter. Their ids begin with `filter-`. */
function FilterFields({ name, filter, view }: FilterFieldsProps): ReactNode {
  const { t, shop } = view.context;
  const written = view.state.filters.get(name)?.written ?? [];
  const getText = (suffix: string) => written.find(([each]) => each === suffix)?.[1] ?? '';
  const title = t(filter.title);
  const id = `filter-${name}`;
  switch (filter.kind) {
    case 'choice':
      return listOptions(
        shop,
        filter,
        written.map(([, text]) => text),
      ).map((option) => {
        const { value } = option;
        const label = formatOption(shop, option);
        const isChosen = written.some(([, text]) => text === value);
        return (
          <Checkbox key={value} id={`${id}-${value}`} {...{ name, value }} label={label} defaultChecked={isChosen} />
        );
      });
    case 'flag': {
      const options = (['', 'yes', 'no'] as const).map((value) => ({ value, label: t(texts[value || 'any']) }));
      return <Select {...{ id, name, options }} aria-label={title} defaultValue={getText('')} />;
    }
    case 'record':
      return <PickerFields {...{ name, filter, view }} />;
    case 'text':
      return <TextInput {...{ id, name }} aria-label={title} maxLength={200} defaultValue={getText('')} />;
    default: {
      const isDate = filter.kind === 'date';
      const labels = isDate ? [texts.from, texts.to] : [texts.min, texts.max];
      return listSuffixes(filter).map((suffix, index) => (
        <Field key={suffix} id={id + suffix} label={t(labels[index] ?? texts.from)}>
          {(control) => (
            <TextInput
              {...control}
              type={isDate ? 'date' : 'text'}
              inputMode={isDate ? undefined : 'decimal'}
              name={name + suffix}
              defaultValue={getText(suffix)}
            />
          )}
        </Field>
      ));
    }
  }
}

function PickerFields({ name, filter, view }: FilterFieldsProps) {
  const { pickers, query, context } = view;
  const picker = findPicker(filter);
  if (picker === null) return null;
  const form = { [`${name}.search`]: new URLSearchParams(query).get(`${name}.search`) ?? '' };
  const field = records({ id: `filter-${name}`, label: context.t(filter.title), picker });
  return <FormField field={field} name={name} state={{ t: context.t, form, records: pickers }} />;
}

function Tools({ view: { list, state, context } }: { readonly view: ListView }) {
  const { t } = context;
  const options = Object.entries(list.source.sorts).flatMap(([name, { title, reversedTitle }]) => [
    { value: writeSort({ name, isReversed: false }), label: t(title) },
    {
      value: writeSort({ name, isReversed: true }),
      label: reversedTitle ? t(reversedTitle) : t(texts.reversed, { sort: t(title) }),
    },
  ]);
  return (
    <>
      <Select name="sort" options={options} aria-label={t(texts.sortBy)} defaultValue={writeSort(state.sort)} />
      <Filter title={t(texts.columns)} align="end" apply={t(texts.apply)}>
        {Object.entries(list.columns).map(([name, { title }]) => (
          <Checkbox
            key={name}
            id={`column-${name}`}
            name="columns"
            value={name}
            label={t(title)}
            defaultChecked={state.columns.includes(name)}
          />
        ))}
      </Filter>
    </>
  );
}
