/** The address of what the form says, without what is empty. */
export function buildListAddress(form: HTMLFormElement): string {
  const written = new URLSearchParams();
  const columns: string[] = [];
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value.trim() === '') continue;
    if (name === 'columns') columns.push(value);
    else written.append(name, value.trim());
  }
  if (columns.length > 0) written.set('columns', columns.join(','));
  return `${new URL(form.action).pathname}?${written}`;
}
