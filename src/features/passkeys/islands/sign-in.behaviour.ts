import { call } from '#platform/http/browser/api.ts';
import { leaveTo, readParts, showFailure } from './passkey-calls.ts';

/**
 * Signs in with a passkey when the button is pressed, or when the shopper picks one of the browser's suggestions in
 * the email field. Stays hidden in browsers without passkeys.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const parts = readParts(element);
  if (!parts || typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== 'function') return;
  const { box, button, alert, script } = parts;
  const controller = new AbortController();
  /** A browser allows one request at a time, so pressing the button aborts the request for suggestions. */
  let asking = new AbortController();
  controller.signal.addEventListener('abort', () => asking.abort());
  const signIn = async (mediation: CredentialMediationRequirement): Promise<void> => {
    asking.abort();
    const current = new AbortController();
    asking = current;
    const { signal } = current;
    const isAsked = mediation === 'optional';
    const options = await call<PublicKeyCredentialRequestOptionsJSON>(script.optionsUrl, { method: 'POST', body: {} });
    if (signal.aborted) return;
    if (!options.ok) {
      if (isAsked) showFailure(alert, options.message);
      return;
    }
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options.data);
    const credential = await navigator.credentials.get({ publicKey, mediation, signal });
    if (!(credential instanceof PublicKeyCredential)) return;
    const body = { credential: credential.toJSON(), return: script.returnTo };
    const result = await call<{ redirectTo: string }>(script.url, { method: 'POST', body });
    if (result.ok) leaveTo(result.data.redirectTo);
    else showFailure(alert, result.message);
  };
  box.hidden = false;
  const suggest = () => signIn('conditional').catch(() => {});
  button.addEventListener(
    'click',
    () => {
      signIn('optional').catch(() => {
        showFailure(alert, script.failed);
        void suggestIfPossible(suggest);
      });
    },
    { signal: controller.signal },
  );
  void suggestIfPossible(suggest);
  return () => controller.abort();
}

async function suggestIfPossible(suggest: () => Promise<void>): Promise<void> {
  if (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) await suggest();
}
