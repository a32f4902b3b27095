import { Quantity } from '#ui/islands/quantity.tsx';
import { ChoiceFields } from '../buy-form/choice-fields.tsx';
import { OfferPrice, OfferPriorPrice } from '../buy-form/offer-price.tsx';
import type { SetFormProps, SetMember } from '../buy-form.shared.ts';
import type { ChangedMember, ChosenMember } from './member-choice.ts';

interface SetRowProps {
  /** Prefix of the element ids. */
  readonly id: string;
  readonly row: ChosenMember;
  /** Whether the shopper tried to buy before choosing: missing choices show an error. */
  readonly hasTriedToBuy: boolean;
  readonly labels: SetFormProps['labels'];
  readonly onChange: (part: ChangedMember) => void;
}

/** A member of a set with its picture, price, quantity and choices. */
export function SetRow({ id, row, hasTriedToBuy, labels, onChange }: SetRowProps) {
  const { member, chosen, quantity, selection } = row;
  const { productId, name, href, obstacle, choices } = member;
  const offer = selection.variation;
  const picture = offer ? (member.pictures[offer.imageId ?? ''] ?? member.picture) : member.initialPicture;
  return (
    <fieldset className="set__row">
      <legend className="visually-hidden">{name}</legend>
      {picture && <img className="set__photo" src={picture} alt="" width={64} height={80} loading="lazy" />}
      <div className="set__text">
        <a href={href}>{name}</a>
        <p className="set__price">
          {offer ? <OfferPrice offer={offer} labels={labels} /> : member.price}
          {offer && <OfferPriorPrice priorPrice={offer.priorPrice} />}
        </p>
        {offer && obstacle === null && offer.stock.kind !== 'in' && (
          <p className={`stock stock--${offer.stock.kind}`}>{offer.stock.text}</p>
        )}
      </div>
      {obstacle === null ? (
        <MemberQuantity id={`${id}-quantity-${productId}`} row={row} labels={labels} onChange={onChange} />
      ) : (
        <p className="set__obstacle">{obstacle.isLink ? <a href={href}>{obstacle.text}</a> : obstacle.text}</p>
      )}
      {obstacle === null && choices.length > 0 && (
        <div className="set__choices">
          <ChoiceFields
            id={`${id}-${productId}`}
            choices={choices}
            offers={member.offers}
            chosen={chosen}
            isRequired={false}
            hasTriedToBuy={hasTriedToBuy && quantity > 0}
            labels={labels}
            onChoose={(attribute, term) => onChange({ chosen: { ...chosen, [attribute]: term } })}
          />
          {selection.state === 'unavailable' && <p className="stock stock--out">{labels.unavailable}</p>}
        </div>
      )}
    </fieldset>
  );
}

type MemberQuantityProps = Pick<SetRowProps, 'id' | 'row' | 'labels' | 'onChange'>;

function MemberQuantity({ id, row: { member, selection }, labels, onChange }: MemberQuantityProps) {
  const { field, label, initial, max, step }: SetMember['quantity'] = member.quantity;
  const { variation } = selection;
  // A choice that is sold out is a mistake to correct, and not left out of the set.
  const available = variation?.stock.kind === 'out' ? null : variation?.max;
  return (
    <Quantity
      id={id}
      name={field}
      value={initial}
      min={0}
      max={Math.min(available ?? max, max)}
      step={step}
      labels={{ label, less: labels.less, more: labels.more }}
      onQuantity={(quantity) => onChange({ quantity })}
    />
  );
}
