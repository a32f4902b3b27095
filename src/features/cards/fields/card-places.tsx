import type { ReactNode } from 'react';
import type { MethodButtons } from '#features/checkout/index.ts';
import type { PaymentStepInput } from '#features/order-pay/index.ts';
import { createButtonsSettings, WalletButtons, wallet } from '#features/wallet/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { type CardClientData, type CardPlaceSettings, cardId } from '../contract.ts';
import { cardTexts as texts } from '../texts.ts';
import { CardFields } from './card-fields.tsx';

/** Fills `checkout.method-buttons`: card fields whose button submits the form and pays the order. */
export function renderCardMethod(shop: Shop): MethodButtons | null {
  const settings = createSettings(shop, 'method');
  if (!settings) return null;
  const buttons = (
    <CardPlace shop={shop} settings={settings} step={null} label={shop.t(texts.pay)}>
      <noscript>
        <p>{shop.t(texts.withoutScript)}</p>
      </noscript>
    </CardPlace>
  );
  return { method: cardId, buttons };
}

/** Fills `order-pay.payment-step`: card fields that pay an existing order. */
export function renderCardStep(shop: Shop, { price }: RenderContext, { step }: PaymentStepInput): ReactNode {
  if (step.provider !== cardId) return null;
  const { amount, currency } = step;
  const settings = createSettings(shop, 'step', currency);
  if (!settings) return null;
  const client = step.data as unknown as CardClientData;
  const label = shop.t(texts.payStep, { amount: price({ amount, currency }) });
  const own = client.approveUrl
    ? { ...settings, step: { client: { orderId: client.orderId, approveUrl: client.approveUrl }, amount, currency } }
    : settings;
  return (
    <CardPlace shop={shop} settings={own} step={client} label={label}>
      {client.approveUrl && (
        <noscript>
          <ButtonLink href={client.approveUrl}>{label}</ButtonLink>
        </noscript>
      )}
    </CardPlace>
  );
}

const createSettings = (shop: Shop, flow: 'method' | 'step', currency = shop.choices.currency) =>
  createButtonsSettings(shop, { page: 'checkout', flow, currency, fundings: ['card'] }, wallet.title(shop));

interface CardPlaceProps {
  readonly shop: Shop;
  /** Settings of the provider's own card form, for accounts that may not use card fields. */
  readonly settings: NonNullable<ReturnType<typeof createButtonsSettings>>;
  readonly step: CardClientData | null;
  readonly label: string;
  /** Fallback for shoppers without script. */
  readonly children: ReactNode;
}

function CardPlace({ shop: { t }, settings, step, label, children }: CardPlaceProps) {
  const place: CardPlaceSettings = { sdk: settings.sdk, texts: toTexts(t), step };
  return (
    <Behaviour of="cards/card" when="visible">
      <div>
        <CardFields t={t} settings={place} label={label} />
        <div hidden data-card-form="">
          <WalletButtons settings={settings} label={t(texts.title)} />
        </div>
        {children}
      </div>
    </Behaviour>
  );
}

const told = [
  ...([
    'nameMissing',
    'numberMissing',
    'numberWrong',
    'expiryMissing',
    'expiryWrong',
    'cvvMissing',
    'cvvWrong',
  ] as const),
  ...(['paying', 'closed', 'notCharged', 'failed', 'retry', 'none'] as const),
];

const toTexts = (t: Shop['t']) => Object.fromEntries(told.map((name) => [name, t(texts[name])]));
