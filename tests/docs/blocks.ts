const block = /<!-- generated: (\S+)(?: (.+?))? -->\n[\s\S]*?<!-- end -->/g;

/** `<!-- generated: errors Cart -->` has the kind `errors` and the name `Cart`. */
export type RenderBlock = (kind: string, name: string) => string;

/** Replaces the content of each generated block. */
export function fillBlocks(page: string, render: RenderBlock): string {
  return page.replace(block, (_all, kind: string, name = '') => {
    const marker = name === '' ? kind : `${kind} ${name}`;
    return `<!-- generated: ${marker} -->\n${render(kind, name)}\n<!-- end -->`;
  });
}

/** A Markdown table; pipes in its cells are escaped. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const renderRow = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [renderRow(head), `|${'---|'.repeat(head.length)}`, ...rows.map(renderRow)].join('\n');
}
