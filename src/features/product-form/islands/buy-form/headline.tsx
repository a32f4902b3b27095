import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

interface HeadlineProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  /** Price of the choice; empty while it is unknown; null while nothing is chosen. */
  readonly price: ReactNode;
}

/** Shows the price of the choice beside the product's name, in place of the range of prices. */
export function Headline({ button, price }: HeadlineProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const found = button.current?.form?.closest('.buy')?.querySelector<HTMLElement>('.buy__chosen') ?? null;
    // Remove the range of prices that the server rendered.
    found?.replaceChildren();
    setPlace(found);
  }, [button]);
  const isChosen = price !== null;
  useLayoutEffect(() => {
    place?.parentElement?.querySelector('.buy__range')?.toggleAttribute('hidden', isChosen);
  }, [place, isChosen]);
  return place && createPortal(price, place);
}
