import { readScriptAttributes } from './attributes.ts';
import { createButtons } from './buttons.ts';
import { createCardFields } from './card-fields.ts';
import { sdkConfig } from './config.ts';
import { fundingSources, getFundingSources, isFundingEligible } from './funding.ts';
import { createMarks, createMessages } from './messages.ts';
import { mountedComponents } from './mounted.ts';
import { createApplepay, createGooglepay } from './sheets.ts';

const destroyName = '__internal_destroy__';
const sdkStyle = `
.test-wallet-buttons { display: block; width: 100%; min-width: 150px; max-width: 750px; border: 0; }
.test-wallet-card-field { display: block; width: 100%; border: 0; }
.test-wallet-message { margin: 0; font-size: 14px; line-height: 20px; }
.test-wallet-mark { display: inline-block; padding: 0 6px; border: 1px solid #1f5f5b; border-radius: 4px; background: #fff;
  color: #1f5f5b; font: 600 14px/22px system-ui, sans-serif; }
.test-wallet-overlay { position: fixed; inset: 0; z-index: 2147483647; display: grid; grid-template-rows: auto 1fr; justify-items: center;
  gap: 8px; padding: 8px; background: rgb(0 0 0 / .7); color-scheme: light; }
.test-wallet-overlay button { justify-self: end; min-height: 44px; padding: 0 16px; border: 1px solid #fff; border-radius: 8px; background: #fff; color: #1c2430; }
.test-wallet-google-pay { width: 100%; height: 48px; border: 0; border-radius: 6px; background: #000; color: #fff;
  font: 600 16px/1 system-ui, sans-serif; cursor: pointer; }
.test-wallet-sheet { display: grid; gap: 8px; width: 100%; max-width: 420px; box-sizing: border-box; padding: 16px; border-radius: 8px;
  background: #fff; color: #1c2430; font: 16px/24px system-ui, sans-serif; }
.test-wallet-sheet p { margin: 0; }
.test-wallet-sheet button { justify-self: stretch; border-color: #5b6675; }
.test-wallet-overlay iframe { width: 100%; max-width: 500px; height: 100%; border: 0; border-radius: 8px; background: #fff; }
`;

/** Adds what a strict policy of the page lets in with its nonce alone. */
function injectElement(name: 'style' | 'script', text: string, nonce: string): void {
  const element = document.createElement(name);
  if (nonce !== '') element.setAttribute('nonce', nonce);
  element.textContent = text;
  document.head.append(element);
}

function defineNamespace(): void {
  const { namespace, nonce } = readScriptAttributes(
    document.currentScript as HTMLScriptElement | null,
    sdkConfig.merchantId,
  );
  const page = window as unknown as Record<string, Record<string, unknown> | undefined>;
  const destroyEarlier = page[namespace]?.[destroyName];
  if (typeof destroyEarlier === 'function') destroyEarlier();
  injectElement('style', sdkStyle, nonce);
  // Pages without a nonce would refuse it, and tell so on the console.
  if (nonce !== '') injectElement('script', "performance.mark('test-wallet')", nonce);
  const has = (component: string) => sdkConfig.components.includes(component);
  page[namespace] = {
    version: sdkConfig.version,
    FUNDING: fundingSources,
    getFundingSources,
    isFundingEligible,
    rememberFunding: () => {},
    ...(has('buttons') ? { Buttons: createButtons } : {}),
    ...(has('card-fields') ? { CardFields: createCardFields } : {}),
    ...(has('applepay') ? { Applepay: createApplepay } : {}),
    ...(has('googlepay') ? { Googlepay: createGooglepay } : {}),
    ...(has('marks') ? { Marks: createMarks } : {}),
    ...(has('messages') ? { Messages: createMessages } : {}),
    [destroyName]: () => {
      for (const each of [...mountedComponents]) each.destroy();
    },
  };
}

defineNamespace();
