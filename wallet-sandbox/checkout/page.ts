import { documentStyle } from '../html.ts';

const style = `${documentStyle}
main { max-width: 480px; min-height: 100vh; margin: 0 auto; padding: 16px; background: var(--paper); }
header { display: flex; justify-content: space-between; gap: 16px; padding: 0 0 16px; border-bottom: 1px solid var(--line); font-weight: 700; }
header b { color: var(--accent); } h1 { margin: 16px 0 8px; font-size: 20px; } h1:focus { outline: none; }
p { margin: 0 0 12px; } .soft { color: var(--soft); font-size: 14px; }
form, fieldset { display: grid; gap: 12px; margin: 0 0 16px; } fieldset { padding: 12px; border: 1px solid var(--line); border-radius: 8px; }
legend { padding: 0 4px; font-weight: 600; } label { display: grid; gap: 4px; font-size: 14px; font-weight: 600; }
label.choice { display: grid; grid-template-columns: 24px 1fr auto; align-items: center; min-height: 44px; font-weight: 400; font-size: 16px; }
label.choice small { grid-column: 2 / -1; color: var(--soft); }
input:not([type=radio]), select { width: 100%; min-height: 44px; padding: 8px; border: 1px solid #7b8694; border-radius: 6px; background: #fff; color: inherit; font: inherit; font-size: 16px; font-weight: 400; }
input[type=radio] { width: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
dl { display: grid; grid-template-columns: 1fr auto; gap: 4px 0; margin: 0 0 16px; } dd { margin: 0; padding-left: 16px; text-align: right; font-variant-numeric: tabular-nums; }
dl .total { padding-top: 4px; border-top: 1px solid var(--line); font-weight: 700; }
[role=alert] { padding: 12px; border: 1px solid #b3261e; border-radius: 8px; background: #fdecea; color: #7a1a14; }
[role=alert]:empty, [role=status]:empty { display: none; } .links { display: flex; flex-wrap: wrap; gap: 8px; }
.links button { border-color: transparent; padding: 8px; text-decoration: underline; font-weight: 400; }
`;

/** The frame of the page to pay on; its script fills it. */
export const checkoutPage = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Test wallet</title><style>${style}</style></head>
<body><main><header><b>Test wallet</b><span id="amount"></span></header>
<div role="alert" id="alert"></div><div id="step" aria-live="polite"><p>Loading…</p></div>
<noscript><p>The test wallet needs JavaScript.</p></noscript>
<p class="soft">This wallet is for trying out the shop. No money moves.</p></main>
<script src="/checkout/page.js"></script></body></html>`;

export const payLaterPage = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Pay later</title><style>${style}</style></head>
<body><main><header><b>Test wallet</b></header><h1>Pay later</h1>
<p>Split amounts from 30 to 2,000 into three parts: the first when you buy, the others a month and two months later.</p>
<p class="soft">This wallet is for trying out the shop. No money moves.</p></main></body></html>`;
