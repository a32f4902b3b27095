import type { ReactNode } from 'react';
import type { MethodButtons } from '#features/checkout/index.ts';
import type { PaymentStepInput } from '#features/order-pay/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { createButtonsSettings } from '../buttons/buttons-settings.ts';
import { walletButtonsTexts as texts } from '../buttons/texts.ts';
import { WalletButtons } from '../buttons/wallet-buttons.tsx';
import { type WalletClientData, walletId } from '../contract.ts';
import { wallet } from '../provider/wallet-provider.ts';

/** Fills `checkout.method-buttons` with buttons that place the order of the form and pay it. */
export function renderMethodButtons(shop: Shop): MethodButtons | null {
  const title = wallet.title(shop);
  const settings = createButtonsSettings(shop, { page: 'checkout', flow: 'method' }, title);
  if (!settings) return null;
  const buttons = (
    <Behaviour of="wallet/method" when="visible">
      <WalletButtons id="wallet-method" settings={settings} label={shop.t(texts.label, { wallet: title })} />
    </Behaviour>
  );
  return { method: walletId, buttons };
}

/** Fills `order-pay.payment-step` with buttons that pay an existing order in its own currency. */
export function renderWalletStep(shop: Shop, _context: RenderContext, { step }: PaymentStepInput): ReactNode {
  if (step.provider !== walletId) return null;
  const title = wallet.title(shop);
  const { amount, currency } = step;
  const settings = createButtonsSettings(shop, { page: 'checkout', flow: 'step', currency }, title);
  if (!settings) return null;
  const client = step.data as unknown as WalletClientData;
  return (
    <Behaviour of="wallet/method" when="visible">
      <WalletButtons
        settings={{ ...settings, step: { client, amount, currency } }}
        label={shop.t(texts.label, { wallet: title })}
      >
        <ButtonLink href={client.approveUrl}>{shop.t(texts.goOn, { wallet: title })}</ButtonLink>
      </WalletButtons>
    </Behaviour>
  );
}
