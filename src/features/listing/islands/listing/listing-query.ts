/** The value of `orderby` that URLs leave out. */
const defaultSort = 'default';

type Forms = readonly (HTMLFormElement | null)[];

/**
 * Builds the URL of the chosen filters and sort, without empty parameters.
 * @param filters the filter form; without it, the sort form contains the other parameters
 */
export function buildListingUrl(filters: HTMLFormElement | null, sort: HTMLFormElement | null): string {
  const form = filters ?? sort;
  if (!form) return location.pathname + location.search;
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = typeof value === 'string' ? value.trim() : '';
    if (text !== '') parameters.append(name, text);
  }
  const select = sort?.querySelector('select');
  if (select) parameters.set('orderby', select.value);
  if (parameters.get('orderby') === defaultSort) parameters.delete('orderby');
  const path = new URL(form.action).pathname;
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/** Makes the current values those that a reset restores, because the listing now matches them. */
export function keepAsSent(forms: Forms): void {
  for (const field of forms.flatMap((form) => [...(form?.elements ?? [])])) {
    if (field instanceof HTMLInputElement) {
      field.defaultChecked = field.checked;
      field.defaultValue = field.value;
    } else if (field instanceof HTMLSelectElement) {
      for (const option of field.options) option.defaultSelected = option.selected;
    }
  }
}
