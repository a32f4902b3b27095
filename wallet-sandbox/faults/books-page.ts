import type { Context } from '../context.ts';
import { documentStyle, escapeHtml } from '../html.ts';
import type { Book } from './control.ts';
import { callFaults, faultNames, paymentFaults } from './table.ts';

const style = `${documentStyle}
main { max-width: 1100px; margin: 0 auto; padding: 24px 16px; }
section, details { margin: 0 0 16px; padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); }
h1 { margin: 0 0 16px; font-size: 24px; } h2 { margin: 0 0 8px; font-size: 18px; } p { margin: 0 0 12px; }
form { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: end; margin: 0 0 12px; }
label { display: grid; gap: 2px; font-size: 14px; } label.check { display: flex; gap: 8px; align-items: center; }
input:not([type=checkbox]), select { min-height: 44px; padding: 4px 8px; border: 1px solid #7b8694; border-radius: 6px; background: #fff; }
input[type=number] { width: 96px; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { padding: 6px 8px; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
td.money { text-align: right; font-variant-numeric: tabular-nums; } summary { cursor: pointer; font-weight: 600; }
`;

const option = (value: string, chosen?: string) =>
  `<option${value === chosen ? ' selected' : ''}>${escapeHtml(value)}</option>`;

/** The newest orders with what was paid and given back, and the switches of what goes wrong. */
export function renderBooks(context: Context, books: readonly Book[]): string {
  const shown = books.slice(-200).reverse();
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Test wallet: books</title>
<style>${style}</style></head><body><main><h1>Test wallet: books</h1>
${renderClock(context)}${renderSwitches(context)}
<section><h2>Payments</h2><p>${books.length} orders, ${formatTotals(books)}. The newest ${shown.length} are shown.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Payments"><table><thead><tr><th>Order</th><th>Invoice</th><th>Status</th>
<th>Amount</th><th>Captured</th><th>Given back</th><th>Plan</th></tr></thead><tbody>
${shown.map(renderRow).join('\n')}</tbody></table></div></section></main></body></html>`;
}

function renderRow({ orderId, invoiceId, status, amount, captures, plan }: Book): string {
  const money = ({ value, currency_code }: { value: string; currency_code: string }) => `${value} ${currency_code}`;
  const captured = captures.map((capture) => `${money(capture.amount)} ${capture.status}`).join(', ');
  const refunded = captures.flatMap((capture) => capture.refunded.map(money)).join(', ');
  const cells = [orderId, invoiceId ?? '', status];
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}<td class="money">${escapeHtml(money(amount))}</td>
<td>${escapeHtml(captured)}</td><td>${escapeHtml(refunded)}</td><td>${escapeHtml(Object.keys(plan).join(', '))}</td></tr>`;
}

/** Sums by currency, in hundredths, so that they can be compared to the cent. */
function formatTotals(books: readonly Book[]): string {
  const totals = new Map<string, number>();
  const toCents = (value: string) => Math.round(Number(value) * 100);
  for (const { captures } of books) {
    for (const { amount, status, refunded } of captures) {
      if (status === 'PENDING' || status === 'DECLINED' || status === 'FAILED') continue;
      const left = refunded.reduce((sum, each) => sum - toCents(each.value), toCents(amount.value));
      totals.set(amount.currency_code, (totals.get(amount.currency_code) ?? 0) + left);
    }
  }
  const kept = [...totals].map(([currency, cents]) => `${(cents / 100).toFixed(2)} ${currency}`);
  return kept.length === 0 ? 'no money' : `${kept.join(' and ')} kept`;
}

const renderClock = ({ clock }: Context) => `<section><h2>Clock</h2><p>${escapeHtml(clock.now().toISOString())}</p>
<form method="post" action="/books/clock"><label>Hours<input type="number" name="hours" min="0" value="1" required></label>
<button>Move forward</button></form></section>`;

function renderSwitches({ faults }: Context): string {
  const numbers = faultNames.map(
    (name) => `<label>${escapeHtml(name)}<input type="number" name="${name}" min="0" max="100" step="0.1"
value="${faults.probabilities[name] ?? 0}"></label>`,
  );
  const check = (name: string, label: string, isOn: boolean) =>
    `<label class="check"><input type="checkbox" name="${name}"${isOn ? ' checked' : ''}>${label}</label>`;
  return `<section><h2>The next payment</h2><form method="post" action="/books/next"><label>What happens
<select name="fault">${Object.keys(paymentFaults)
    .map((name) => option(name))
    .join('')}</select></label><button>Plan it</button></form>
<h2>The next calls</h2><form method="post" action="/books/script"><label>Call<input name="operation" value="captureOrder" required></label>
<label>Fault, or a code such as INSTRUMENT_DECLINED<input name="fault" list="faults" required></label>
<datalist id="faults">${Object.keys(callFaults)
    .map((name) => option(name))
    .join('')}</datalist>
<label>Times<input type="number" name="times" min="1" value="1"></label><button>Script it</button></form></section>
<details><summary>By chance, in a hundred</summary><form method="post" action="/books/soak">
<label>Seed<input type="number" name="seed" value="${faults.seed}"></label><button>Set all as in the soak</button></form>
<form method="post" action="/books/probabilities">${numbers.join('')}<button>Set these</button></form>
<form method="post" action="/books/clear"><button>Nothing goes wrong</button></form></details>
<section><h2>In browsers</h2><form method="post" action="/books/browser">
${check('allowsRefusalReading', 'Pages may read why the SDK was refused', faults.allowsRefusalReading)}
${check('failsWhenBlocked', 'A blocked popup is an error', faults.onBlocked === 'error')}
${check('hasApp', 'The wallet’s app opens where allowed', faults.hasApp)}
${check('hasCardFields', 'The account may have fields for cards', faults.hasCardFields)}
${check('hasSheets', 'The account may have Apple Pay and Google Pay', faults.hasSheets)}
${check('hasDeviceSheets', 'Browsers have Apple Pay and Google Pay', faults.hasDeviceSheets)}
<label>A closed window calls<select name="onClose">${['cancel', 'error', 'both'].map((each) => option(each, faults.onClose)).join('')}</select></label>
<button>Set</button></form></section>`;
}
