import type { WireNames } from '#platform/config/wire-names.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { accountPath } from '../contract.ts';
import { accountTexts as texts } from '../texts.ts';
import type { PopupTexts } from './popup.shared.ts';

interface AccountLinkProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly wire: Pick<WireNames, 'ajaxEndpoint'>;
}

/**
 * The link to the account in the header. Its HTML is the same for everyone: with script, the hint cookie decides
 * whether the link says 'Sign in' and opens the popup.
 */
export function AccountLink({ context: { t }, wire }: AccountLinkProps) {
  const scriptTexts: PopupTexts = { label: t(texts.signIn), merged: t(texts.mergedAlert), ok: t(texts.ok) };
  return (
    <Behaviour of="accounts/account-link" when="load">
      <a
        className="tool account-link"
        href={accountPath}
        data-url={wire.ajaxEndpoint}
        data-texts={JSON.stringify(scriptTexts)}
      >
        <Icon name="user" />
        <span className="tool__name account-link__names">
          <span className="account-link__in">{t(texts.account)}</span>
          <span className="account-link__out">{t(texts.signIn)}</span>
        </span>
      </a>
    </Behaviour>
  );
}
