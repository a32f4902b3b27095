import { documentStyle, escapeHtml, toScriptJson } from '../html.ts';
import type { OrderDocument } from '../state/documents.ts';

const buttons: readonly (readonly [answer: string, label: string])[] = [
  ['confirm', 'Confirm the payment'],
  ['refuse', 'Enter a wrong code'],
  ['reject', 'Let the bank reject it'],
  ['attempt', 'Let the bank only note the attempt'],
  ['unavailable', 'Let the bank fail'],
  ['cancel', 'Cancel'],
];

/** The page on which a bank asks whether its customer pays (3-D Secure). */
export const renderBankPage = ({ id, unit }: OrderDocument): string => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Test bank</title>
<style>${documentStyle} main { max-width: 480px; margin: 0 auto; padding: 16px; background: var(--paper); }
form { display: grid; gap: 8px; }</style></head><body><main><h1>Test bank</h1>
<p>Do you pay ${escapeHtml(unit.amount.value)} ${escapeHtml(unit.amount.currency_code)}? No money moves.</p>
<form>${buttons.map(([answer, label]) => `<button name="answer" value="${answer}">${label}</button>`).join('')}</form></main>
<script>(() => {
const query = new URLSearchParams(location.search);
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = JSON.stringify({ token: ${toScriptJson(id)}, answer: event.submitter.value });
  const response = await fetch('/checkout/bank-answer', { method: 'POST', body });
  const answer = response.ok ? await response.json() : { status: 'refused' };
  parent.postMessage({ ...answer, channel: query.get('channel') }, query.get('origin'));
});
})();</script></body></html>`;
