import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { type PasskeyScript, passkeySignInPath, signInOptionsPath } from './contract.ts';
import { passkeyTexts as texts } from './texts.ts';

/** Fills `signInWays`. The button stays hidden without script, and in browsers without passkeys. */
export function renderPasskeySignIn(
  { t, wire }: Shop,
  _context: RenderContext,
  { returnTo }: { readonly returnTo: string },
): ReactNode {
  const script: PasskeyScript = {
    optionsUrl: signInOptionsPath(wire.rest),
    url: passkeySignInPath(wire.rest),
    returnTo,
    failed: t(texts.failed),
  };
  return (
    <Behaviour of="passkeys/sign-in" when="load">
      <div className="account-forms__more" data-passkeys={JSON.stringify(script)} hidden>
        <button type="button" className="button button--quiet">
          {t(texts.signIn)}
        </button>
        <p role="alert" hidden />
      </div>
    </Behaviour>
  );
}
