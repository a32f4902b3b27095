import { join } from 'node:path';
import { bundleScript } from '../browser-script.ts';
import { escapeHtml } from '../html.ts';

const colors: Record<string, [background: string, ink: string]> = {
  gold: ['#f2c14e', '#1c2430'],
  blue: ['#1f5f8b', '#ffffff'],
  silver: ['#e4e8ec', '#1c2430'],
  white: ['#ffffff', '#1c2430'],
  black: ['#1c2430', '#ffffff'],
};
const labels: Record<string, string> = {
  paypal: 'Test wallet',
  checkout: 'Test wallet Checkout',
  buynow: 'Buy now with Test wallet',
  pay: 'Pay with Test wallet',
};
const otherLabels: Record<string, string> = { paylater: 'Pay later', card: 'Debit or credit card' };

/** The page in the frame of the buttons. It has no colour scheme of its own, as the provider's has none. */
export function renderButtonsPage(query: URLSearchParams): string {
  const style = readStyle(query.get('style'));
  const sources = (query.get('sources') ?? '').split(',').filter((source) => /^[a-z0-9]+$/.test(source));
  const height = Number(style.height) || 45;
  const radius = Number(style.borderRadius) || { pill: height / 2, sharp: 0 }[String(style.shape)] || 4;
  const isRow = style.layout === 'horizontal';
  const buttons = sources.map((source, index) => renderButton(source, index === 0, style));
  const tagline = style.tagline === true && isRow ? '<p>The quick way to try a payment</p>' : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test wallet</title><style>
body { margin: 0; background: transparent; font-family: system-ui, sans-serif; }
main { display: flex; flex-direction: ${isRow ? 'row' : 'column'}; flex-wrap: wrap; gap: 10px; padding: 3px; }
button { flex: 1 1 auto; height: ${height}px; min-width: 0; padding: 0 8px; border: 1px solid transparent; border-radius: ${radius}px;
  font: 600 ${Math.min(Math.max(Math.round(height * 0.38), 12), 18)}px/1 system-ui, sans-serif; cursor: pointer; }
button.white { border-color: #5b6675; } button:hover { filter: brightness(.95); }
button:focus-visible { outline: 3px solid #1f5f8b; outline-offset: 0; }
p { flex: 1 0 100%; margin: 0; font-size: 11px; line-height: 14px; text-align: center; }
${Object.entries(colors)
  .map(([name, [background, ink]]) => `.${name} { background: ${background}; color: ${ink}; }`)
  .join('\n')}
</style></head><body><main>${buttons.join('')}${tagline}</main>
<script>(() => {\n${bundleScript(join(import.meta.dirname, 'browser/buttons-frame.ts'))}\n})();</script></body></html>`;
}

function renderButton(source: string, isFirst: boolean, style: Record<string, unknown>): string {
  const own = labels[String(style.label)] ?? labels.paypal;
  const label = source === 'paypal' ? own : (otherLabels[source] ?? source);
  const given = String(style.color) in colors ? String(style.color) : 'gold';
  const color = source === 'card' && !isFirst ? 'black' : given;
  return `<button type="button" class="${color}" data-source="${source}">${escapeHtml(label)}</button>`;
}

function readStyle(text: string | null): Record<string, unknown> {
  try {
    const style: unknown = JSON.parse(text ?? '{}');
    return typeof style === 'object' && style !== null ? (style as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
