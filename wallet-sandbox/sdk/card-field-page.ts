import { join } from 'node:path';
import { bundleScript } from '../browser-script.ts';
import { escapeHtml } from '../html.ts';

const fields: Record<string, { label: string; autocomplete: string; mode: string; placeholder: string }> = {
  number: { label: 'Card number', autocomplete: 'cc-number', mode: 'numeric', placeholder: 'Card number' },
  expiry: { label: 'Expiration date', autocomplete: 'cc-exp', mode: 'numeric', placeholder: 'MM / YY' },
  cvv: { label: 'Security code', autocomplete: 'cc-csc', mode: 'numeric', placeholder: 'CVV' },
  name: { label: 'Name on card', autocomplete: 'cc-name', mode: 'text', placeholder: 'Name on card' },
};

/** Properties that shops may style the fields with, as the provider lists them. */
const properties = new Set([
  ...['appearance', 'color', 'direction', 'font', 'font-family', 'font-size', 'font-size-adjust', 'font-stretch'],
  ...['font-style', 'font-variant', 'font-weight', 'letter-spacing', 'line-height', 'opacity', 'outline', 'padding'],
  ...['padding-bottom', 'padding-left', 'padding-right', 'padding-top', 'text-shadow', 'transition'],
  ...['border', 'borderRadius', 'boxShadow', 'background'],
]);

/** The page in the frame of one field; null when there is no such field. */
export function renderCardField(query: URLSearchParams): string | null {
  const field = fields[query.get('type') ?? ''];
  if (!field) return null;
  const placeholder = query.get('placeholder') || field.placeholder;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${field.label}</title><style>
* { box-sizing: border-box; } body { margin: 0; background: transparent; }
main { padding: 4px; } [role=alert]:empty { display: none; } [role=alert] { font: 14px/20px system-ui, sans-serif; }
input { width: 100%; height: 48px; padding: 0 12px; border: 1px solid #7b8694; border-radius: 6px; background: #fff; color: #1c2430;
  font: 16px/1.25 system-ui, sans-serif; }
input:focus { outline: 3px solid #1f5f8b; outline-offset: 0; }
${readStyle(query.get('style'))}</style></head><body><main><input aria-label="${field.label}" autocomplete="${field.autocomplete}"
 inputmode="${field.mode}" placeholder="${escapeHtml(placeholder)}" aria-describedby="message"><div role="alert" id="message"></div></main>
<script>(() => {\n${bundleScript(join(import.meta.dirname, 'browser/card-field-frame.ts'))}\n})();</script></body></html>`;
}

/** Rules for `input`, its states and classes of the shop; what is not listed is left out. */
function readStyle(text: string | null): string {
  let given: unknown;
  try {
    given = JSON.parse(text ?? '{}');
  } catch {
    return '';
  }
  return Object.entries((given ?? {}) as Record<string, Record<string, string>>)
    .filter(([selector]) => /^(body|input|\.[\w-]+)(:[a-z-]+)?$/.test(selector))
    .map(([selector, rules]) => {
      const lines = Object.entries(rules)
        .filter(([name, value]) => properties.has(name) && !/[{}<>;]/.test(value))
        .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`);
      return `${selector} { ${lines.join(' ')} }`;
    })
    .join('\n');
}
