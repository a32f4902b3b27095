import { useRef } from 'react';
import { defineIsland } from '#platform/islands/island.shared.ts';
import { scrollToElement } from '#ui/browser/scroll-to.ts';
import { Button } from '#ui/button.tsx';
import { BuyButtons } from './buy-form/buy-buttons.tsx';
import { StickyBar } from './buy-form/sticky-bar.tsx';
import { useSubmitting } from './buy-form/use-submitting.ts';
import type { ButtonProps, StickyProps } from './buy-form.shared.ts';

interface GroupButtonsProps {
  readonly buttons: ButtonProps;
  readonly sticky: StickyProps | null;
}

/** The buttons of a grouped product's form. The sticky bar leads back to its quantities. */
export const GroupButtons = defineIsland(
  'product-form/group-buttons',
  function GroupButtons({ buttons, sticky }: GroupButtonsProps) {
    const button = useRef<HTMLButtonElement>(null);
    const submitting = useSubmitting(button);
    const focusQuantity = () => {
      const first = button.current?.form?.querySelector<HTMLInputElement>('input[type=number]');
      first?.focus({ preventScroll: true });
      if (button.current?.form) scrollToElement(button.current.form);
    };
    return (
      <>
        <BuyButtons {...buttons} state="ready" submitting={submitting} button={button} />
        {sticky && (
          <StickyBar button={button} {...sticky}>
            <Button type="button" className="sticky-bar__button" onClick={focusQuantity}>
              {sticky.selectOptions}
            </Button>
          </StickyBar>
        )}
      </>
    );
  },
);
