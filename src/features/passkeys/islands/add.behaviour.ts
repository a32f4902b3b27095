import { call } from '#platform/http/browser/api.ts';
import { leaveTo, readParts, showFailure } from './passkey-calls.ts';

interface NewPasskey {
  readonly options: PublicKeyCredentialCreationOptionsJSON;
  readonly proof: string;
}

export function behaviour(element: HTMLElement): (() => void) | undefined {
  const parts = readParts(element);
  if (!parts) return;
  const { button, alert, script } = parts;
  const controller = new AbortController();
  const add = async (): Promise<void> => {
    const made = await call<NewPasskey>(script.optionsUrl, { method: 'POST', body: {} });
    if (!made.ok) return showFailure(alert, made.message);
    const { options, proof } = made.data;
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const credential = await navigator.credentials.create({ publicKey, signal: controller.signal });
    if (!(credential instanceof PublicKeyCredential)) return showFailure(alert, script.failed);
    const body = { credential: credential.toJSON(), userId: options.user.id, proof };
    const added = await call<{ redirectTo: string }>(script.url, { method: 'POST', body });
    if (added.ok) leaveTo(added.data.redirectTo);
    else showFailure(alert, added.message);
  };
  button.addEventListener(
    'click',
    () => {
      add().catch(() => showFailure(alert, script.failed));
    },
    { signal: controller.signal },
  );
  return () => controller.abort();
}
