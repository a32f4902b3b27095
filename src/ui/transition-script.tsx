import { createHash } from 'node:crypto';
import { minTransitionCores } from './transition-cores.shared.ts';

/**
 * Script in the head that turns on view transitions between pages. It is no style sheet: when a style sheet arrives
 * after the first frame, the browser ends the transition with an uncaught error. The content security policy allows
 * the script by its hash. Keep it short, because it blocks rendering.
 */
const script = `if(navigator.hardwareConcurrency>=${minTransitionCores}){let s=new CSSStyleSheet;s.replaceSync('@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}');document.adoptedStyleSheets.push(s)}`;

/** Source for `script-src` of the content security policy. */
export const transitionScriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

export function TransitionScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script dangerouslySetInnerHTML={{ __html: script }} />;
}
