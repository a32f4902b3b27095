import type { ReactNode } from 'react';
import { Behaviour } from '#platform/islands/island.tsx';
import { Button } from '#ui/button.tsx';
import type { ButtonProps, StickyProps } from '../islands/buy-form.shared.ts';
import { BarContent, BarLink, getBarId } from '../islands/sticky-bar/bar-content.tsx';

interface ExternalBarProps {
  /** Id of the link beside the photographs. */
  readonly id: string;
  readonly sticky: StickyProps;
  /** The link to the external site, repeated in the bar. */
  readonly children: ReactNode;
}

/** The sticky bar of an external product. Its content never changes, so a behaviour shows and hides it. */
export function ExternalBar({ id, sticky: { label, picture, name, price }, children }: ExternalBarProps) {
  return (
    <Behaviour of="product-form/external-bar" when="load">
      <section className="sticky-bar" aria-label={label} data-link={id} data-pending>
        <BarContent {...{ picture, name, price }}>{children}</BarContent>
      </section>
    </Behaviour>
  );
}

interface PendingBarProps {
  /** Id of the form. */
  readonly id: string;
  readonly sticky: StickyProps;
  readonly buttons: ButtonProps;
  /** Null shows the price of the product, because nothing is chosen. */
  readonly price: ReactNode;
  readonly needsChoice: boolean;
  readonly isSoldOut?: boolean;
}

/**
 * The sticky bar before the form is hydrated and fills it. It is shown on small screens, where the main button is
 * below the photographs, and hidden without script.
 */
export function PendingBar({ id, sticky, buttons, price, needsChoice, isSoldOut = false }: PendingBarProps) {
  const { label, picture, name, selectOptions } = sticky;
  return (
    <section className="sticky-bar" id={getBarId(id)} aria-label={label} data-pending>
      <BarContent {...{ picture, name, price: price ?? sticky.price }}>
        {needsChoice ? (
          <BarLink id={id} text={selectOptions} />
        ) : (
          <Button className="sticky-bar__button" form={id} disabled={isSoldOut}>
            {isSoldOut ? buttons.labels.soldOut : buttons.labels.addToCart}
          </Button>
        )}
      </BarContent>
    </section>
  );
}
