/** Text and attribute values for HTML. */
export function escapeHtml(text: unknown): string {
  return String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** JSON for a script element. */
export const toScriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

export const documentStyle = `
:root { color-scheme: light; --ink: #1c2430; --soft: #5b6675; --line: #d5dae1; --accent: #1f5f5b; --paper: #fff; }
* { box-sizing: border-box; }
body { margin: 0; background: #f3f5f7; color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
button, input, select { font: inherit; }
button { min-height: 44px; padding: 8px 16px; border: 1px solid var(--accent); border-radius: 8px; background: var(--paper);
  color: var(--accent); font-weight: 600; cursor: pointer; }
button.main { background: var(--accent); color: #fff; }
button:disabled { opacity: .6; cursor: progress; }
:focus-visible { outline: 3px solid #d98a1f; outline-offset: 2px; }
`;
