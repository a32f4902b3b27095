import { createHash } from 'node:crypto';
import type { Shop } from '#platform/features/shop.ts';
import { listPurposes } from './consent.ts';
import { consentCookie } from './contract.ts';

/**
 * Runs in the head, before the first paint, so that the banner is shown only while an answer is missing, and causes
 * no layout shift. It runs again when a prerendered or cached page is shown, since the shopper may have answered on
 * another page. The content security policy allows it by its hash. Keep it short: it blocks rendering.
 */
const earlyScript = `{let r=document.documentElement,f=()=>{let c='.'+(document.cookie.split('; ').find(c=>c.startsWith('${consentCookie}='))||'').slice(${consentCookie.length + 1});r.toggleAttribute('data-consent-asked',!navigator.globalPrivacyControl&&r.dataset.consent.split(' ').some(p=>!c.includes('.'+p+'_')))};f();addEventListener('pageshow',f);document.addEventListener('prerenderingchange',f)}`;

/** Source for `script-src` of the content security policy. */
export const consentScriptHash = `'sha256-${createHash('sha256').update(earlyScript).digest('base64')}'`;

export function ConsentScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script dangerouslySetInnerHTML={{ __html: earlyScript }} />;
}

/**
 * Value of `data-consent` on `<html>`: the purposes that need an answer first. Undefined without such purposes: the
 * page then needs neither script nor banner.
 */
export function getConsentQuestions(shop: Shop): string | undefined {
  const asked = listPurposes(shop).filter(({ isAllowedByDefault }) => !isAllowedByDefault(shop));
  return asked.length > 0 ? asked.map(({ id }) => id).join(' ') : undefined;
}
