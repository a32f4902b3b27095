import type { CSSProperties, ReactNode } from 'react';
import type { WalletButtonsSettings } from '../contract.ts';
import { buttonHeights } from './buttons-size.shared.ts';

interface WalletButtonsProps {
  readonly settings: WalletButtonsSettings;
  /** Accessible name of the group. */
  readonly label: string;
  readonly id?: string;
  /** Content for shoppers without script, such as a button that submits a form. */
  readonly children?: ReactNode;
}

/**
 * Reserves the space for the wallet's buttons, which `mountWalletButtons` mounts: one row for the first funding
 * source, a second row for all others, and a line for the message about paying later.
 */
export function WalletButtons({ settings, label, id, children }: WalletButtonsProps) {
  const { fundings, page } = settings;
  const rows = Math.min(fundings.length, 2);
  const hasMessage = fundings.includes('paylater') && page !== 'mini-cart';
  const sizes = { '--wallet-height': `${buttonHeights[page]}px`, '--wallet-rows': rows } as CSSProperties;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend that is seen.
    <div
      className="wallet"
      id={id}
      role="group"
      aria-label={label}
      style={sizes}
      data-wallet-buttons={JSON.stringify(settings)}
      data-filled-by-script=""
    >
      <div className="wallet__buttons when-script">
        {fundings.map((funding) => (
          <div className="wallet__button" key={funding} data-funding={funding} />
        ))}
      </div>
      {hasMessage && <div className="wallet__message when-script" />}
      {children && <noscript>{children}</noscript>}
    </div>
  );
}
