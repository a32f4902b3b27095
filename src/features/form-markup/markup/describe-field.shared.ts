/** A field without a label is named after its name: `your-name` is “Your name”. */
export function describeField({ label, name }: { label?: string | undefined; name: string }): string {
  const words = name.replace(/[-_.:]+/g, ' ').trim();
  return label ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A label may end with a mark of its own. */
export function formatListedError(field: { label?: string | undefined; name: string }, error: string): string {
  const label = describeField(field).trim();
  return `${label}${/[?!.:]$/.test(label) ? '' : ':'} ${error}`;
}
