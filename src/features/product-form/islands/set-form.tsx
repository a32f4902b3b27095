import { type MouseEvent, useEffect, useRef, useState } from 'react';
import {
  formatMemberChoice,
  incompleteSetParameter,
  setChoiceParameter,
} from '#features/product-form/set-choice.shared.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { defineIsland } from '#platform/islands/island.shared.ts';
import { runAfterLayersClose } from '#ui/browser/close-on-back.ts';
import { scrollToElement } from '#ui/browser/scroll-to.ts';
import { Button } from '#ui/button.tsx';
import { Quantity } from '#ui/islands/quantity.tsx';
import { Notice } from '#ui/notice.tsx';
import { Price } from '#ui/price.tsx';
import { BuyButtons, getAddLabel } from './buy-form/buy-buttons.tsx';
import { ChoiceFields } from './buy-form/choice-fields.tsx';
import { Headline } from './buy-form/headline.tsx';
import { OfferPrice, OfferPriorPrice } from './buy-form/offer-price.tsx';
import { SummaryRow } from './buy-form/summary-row.tsx';
import { usePriceRequest } from './buy-form/use-price-request.ts';
import { useSubmitting } from './buy-form/use-submitting.ts';
import type { SetFormProps, SetMember, ShownTotal } from './buy-form.shared.ts';
import { type ChangedMember, type ChosenMember, chooseMember, listProblems } from './set-form/member-choice.ts';
import { BarLink } from './sticky-bar/bar-content.tsx';
import { StickyBar } from './sticky-bar/sticky-bar.tsx';

/**
 * The members of a set with their choices and quantities. A form that was sent without script is rendered again with
 * all missing choices marked.
 */
export const SetForm = defineIsland('product-form/set-form', function SetForm(props: SetFormProps) {
  const { id, members, labels, buttons, sticky, isIncomplete } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [choices, setChoices] = useState<Readonly<Record<number, ChangedMember>>>({});
  const [hasTriedToBuy, setHasTriedToBuy] = useState(isIncomplete);
  const submitting = useSubmitting(button);
  const rows = members.map((member) => chooseMember(member, choices[member.productId]));
  const shown = useSetPrice(rows, props);
  useChoiceInUrl(rows, props.keepsChoiceInUrl);
  const problems = listProblems(rows, labels);
  const [problem] = problems;
  const state = rows.some(({ member }) => member.obstacle === null) ? 'ready' : 'sold-out';

  const change = (productId: number, part: ChangedMember) =>
    setChoices((all) => ({ ...all, [productId]: { ...all[productId], ...part } }));
  const focusProblem = () => {
    const row = button.current?.form?.querySelectorAll<HTMLElement>('.set__row')[problem?.index ?? 0];
    const field = problem?.fields.map((name) => row?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`));
    field?.find(Boolean)?.focus({ preventScroll: true });
    if (row) scrollToElement(row);
  };
  const handlePress = (event: MouseEvent) => {
    if (!problem) return;
    event.preventDefault();
    setHasTriedToBuy(true);
    announce(problem.text);
    focusProblem();
  };
  return (
    <>
      {isIncomplete && problem && (
        <Notice kind="error">
          <ul className="set__missing">
            {problems.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="set">
        {rows.map((row) => (
          <SetRow
            key={row.member.productId}
            {...{ id, row, hasTriedToBuy, labels }}
            onChange={(part) => change(row.member.productId, part)}
          />
        ))}
      </div>
      {state === 'ready' && (
        <SummaryRow {...shown}>
          <p className="buy__missing">{hasTriedToBuy && problem ? problem.text : labels.leaveOut}</p>
        </SummaryRow>
      )}
      <BuyButtons {...buttons} {...{ state, submitting, button }} onPress={handlePress} />
      <Headline
        button={button}
        price={state === 'ready' ? <Price price={shown.headline} note={labels.priceNote} /> : null}
      />
      {sticky && state === 'ready' && (
        <StickyBar {...{ id, button }} picture={sticky.picture} name={sticky.name} price={shown.headline}>
          {problem ? (
            <BarLink id={id} text={sticky.selectOptions} onPress={focusProblem} />
          ) : (
            <Button className="sticky-bar__button" form={id} aria-busy={submitting === 'cart' || undefined}>
              {getAddLabel(buttons.labels, state, submitting)}
            </Button>
          )}
        </StickyBar>
      )}
    </>
  );
});

/**
 * Writes the choices of a set to the page's URL after each change, so that they survive a reload and can be shared.
 */
function useChoiceInUrl(rows: readonly ChosenMember[], isKept: boolean): void {
  const choices = rows.flatMap(({ member, chosen, quantity }) => {
    const isDefault = quantity === member.quantity.default && !Object.values(chosen).some(Boolean);
    return isDefault ? [] : [formatMemberChoice(member.productId, { chosen, quantity })];
  });
  const text = choices.join();
  const lastText = useRef(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text has the choices
  useEffect(() => {
    if (!isKept || lastText.current === text) return;
    lastText.current = text;
    runAfterLayersClose(() => {
      const url = new URL(location.href);
      for (const name of [setChoiceParameter, incompleteSetParameter]) url.searchParams.delete(name);
      for (const choice of choices) url.searchParams.append(setChoiceParameter, choice);
      history.replaceState(history.state, '', url);
    });
  }, [text, isKept]);
}

function useSetPrice(
  rows: readonly ChosenMember[],
  { price: initial, priceUrl }: Pick<SetFormProps, 'price' | 'priceUrl'>,
): ShownTotal & { readonly headline: string } {
  const query = buildSetQuery(rows);
  const [initialQuery] = useState(query);
  const isInitial = query === initialQuery;
  const { price, isStale } = usePriceRequest(priceUrl, isInitial ? '' : query);
  if (query === '' || isInitial) {
    const { total, amounts } = query === '' ? { total: null, amounts: null } : initial;
    return { total, amount: amounts?.total ?? null, isStale: false, isAnswer: false, headline: initial.headline };
  }
  const shown = price ?? (isStale ? initial : null);
  const { total = null, amounts } = shown ?? {};
  const { headline } = shown ?? initial;
  return { total, amount: amounts?.total ?? null, isStale, isAnswer: !isStale, headline };
}

/** @returns the fields of the members with a quantity as a query; empty when no member has a quantity */
function buildSetQuery(rows: readonly ChosenMember[]): string {
  const fields = rows.flatMap(({ member, chosen, quantity }) => {
    if (member.obstacle !== null || !/^[1-9]\d{0,3}$/.test(`${quantity}`)) return [];
    const terms = member.choices.map(({ slug, field }) => [field, chosen[slug] ?? '']);
    return [[member.quantity.field, `${quantity}`], ...terms.filter(([, term]) => term)];
  });
  return new URLSearchParams(fields).toString();
}

interface SetRowProps {
  readonly id: string;
  readonly row: ChosenMember;
  /** Whether the shopper tried to buy before choosing: missing choices then show an error. */
  readonly hasTriedToBuy: boolean;
  readonly labels: SetFormProps['labels'];
  readonly onChange: (part: ChangedMember) => void;
}

function SetRow({ id, row, hasTriedToBuy, labels, onChange }: SetRowProps) {
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
  // A sold-out choice does not limit the quantity to 0: the form reports it as an error, and the set is not bought
  // without it.
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
