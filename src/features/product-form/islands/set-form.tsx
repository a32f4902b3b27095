import { type MouseEvent, useRef, useState } from 'react';
import { announce } from '#platform/islands/browser/announce.ts';
import { defineIsland } from '#platform/islands/island.shared.ts';
import { scrollToElement } from '#ui/browser/scroll-to.ts';
import { Button } from '#ui/button.tsx';
import { Price } from '#ui/price.tsx';
import { BarLink } from './buy-form/bar-content.tsx';
import { BuyButtons, getAddLabel } from './buy-form/buy-buttons.tsx';
import { Headline } from './buy-form/headline.tsx';
import { StickyBar } from './buy-form/sticky-bar.tsx';
import { SummaryRow } from './buy-form/summary-row.tsx';
import { useSubmitting } from './buy-form/use-submitting.ts';
import type { SetFormProps } from './buy-form.shared.ts';
import { chooseMember, findProblem, type MemberChoice } from './set-form/member-choice.ts';
import { SetRow } from './set-form/set-row.tsx';
import { useSetPrice } from './set-form/use-set-price.ts';

/**
 * The members of a set with their choices and quantities. Without script the server says which
 * choice is missing.
 */
export const SetForm = defineIsland('product-form/set-form', function SetForm(props: SetFormProps) {
  const { id, members, labels, buttons, sticky } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [choices, setChoices] = useState<Readonly<Record<number, MemberChoice>>>({});
  const [hasTriedToBuy, setHasTriedToBuy] = useState(false);
  const submitting = useSubmitting(button);
  const shown = useSetPrice(button, props);
  const rows = members.map((member) => chooseMember(member, choices[member.productId]));
  const problem = findProblem(rows, labels);
  const state = rows.some(({ member }) => member.obstacle === null) ? 'ready' : 'sold-out';

  const change = (productId: number, part: Partial<MemberChoice>) =>
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
      <BuyButtons
        {...buttons}
        hasBuyNow={buttons.hasBuyNow && state === 'ready'}
        {...{ state, submitting, button }}
        onPress={handlePress}
      />
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
