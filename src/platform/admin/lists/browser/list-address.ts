/** The address of what the form says, without what is empty. @param button that was pressed */
export function buildListAddress(form: HTMLFormElement, button?: readonly [name: string, value: string]): string {
  const written = new URLSearchParams();
  const columns: string[] = [];
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value.trim() === '') continue;
    if (name === 'columns') columns.push(value);
    else written.append(name, value.trim());
  }
  if (button) written.append(...button);
  if (columns.length > 0) written.set('columns', columns.join(','));
  // `form.action` is the field of a filter that is called so.
  return `${form.getAttribute('action')}?${written}`;
}
