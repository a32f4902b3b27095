import { useState } from 'react';
import { island } from '#platform/islands/island.shared.ts';
import { Button } from '#ui/button.tsx';
import { Quantity } from '#ui/islands/quantity.tsx';
import { Price } from '#ui/price.tsx';
import { availableTerms, findVariation, type Selection } from '../selection.shared.ts';
import { AddonFields } from './buy-form/addon-fields.tsx';
import { ChoiceFields } from './buy-form/choice-fields.tsx';
import type { BuyFormProps, BuyOffer } from './buy-form.shared.ts';

/** What stands inside a product's form. Without script every choice can be made too, and the server says what it comes to. */
export const BuyForm = island('catalog/buy-form', function BuyForm(props: BuyFormProps) {
  const { id, choices, offers, addons, single, labels } = props;
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(props.chosen);
  const selection: Selection<BuyOffer> = choices.length === 0 ? onlyOffer(offers) : findVariation(offers, chosen);
  const offer = selection.variation;
  const soldOut = offers.every(({ stock }) => stock.kind === 'out') || offer?.stock.kind === 'out';
  const max = offer?.max ?? undefined;
  return (
    <>
      <ChoiceFields
        choices={choices}
        available={availableTerms(choices, offers, chosen)}
        chosen={chosen}
        notAvailable={labels.notAvailable}
        onChoose={(attribute, term) => setChosen({ ...chosen, [attribute]: term })}
      />
      {Object.keys(chosen).length > 0 && (
        <p className="option__reset when-script">
          <Button look="text" type="button" onClick={() => setChosen({})}>
            {labels.reset}
          </Button>
        </p>
      )}
      <AddonFields id={id} addons={addons} pleaseChoose={labels.pleaseChoose} />
      {choices.length > 0 && offer && <input type="hidden" name="variation_id" value={offer.id} />}
      <div aria-live="polite">
        {choices.length > 0 && (
          <ChosenPrice offer={offer} unavailable={selection.state === 'unavailable'} labels={labels} />
        )}
        {offer && <p className={`stock stock--${offer.stock.kind}`}>{offer.stock.text}</p>}
      </div>
      <div className="buy__row">
        {single || soldOut ? null : (
          <Quantity
            id={`${id}-quantity`}
            name="quantity"
            value={1}
            min={1}
            max={max}
            labels={{ label: labels.quantity, less: labels.less, more: labels.more }}
          />
        )}
        <Button className="buy__button" disabled={soldOut}>
          {soldOut ? labels.soldOut : labels.addToCart}
        </Button>
      </div>
    </>
  );
});

function onlyOffer([offer]: readonly BuyOffer[]): Selection<BuyOffer> {
  return offer ? { state: 'found', variation: offer } : { state: 'unavailable' };
}

interface ChosenPriceProps {
  readonly offer: BuyOffer | undefined;
  readonly unavailable: boolean;
  readonly labels: BuyFormProps['labels'];
}

function ChosenPrice({ offer, unavailable, labels }: ChosenPriceProps) {
  if (unavailable) return <p className="stock stock--out">{labels.unavailable}</p>;
  if (!offer) return null;
  const sale =
    offer.was === null ? undefined : { was: offer.was, wasWord: labels.priceBefore, nowWord: labels.priceNow };
  return (
    <p className="buy__variation-price">
      <Price price={offer.price} sale={sale} />
    </p>
  );
}
