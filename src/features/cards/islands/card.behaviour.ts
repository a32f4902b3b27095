import { type CardClientData, type CardPlaceSettings, cardFieldsAttribute, cardId } from '#features/cards/contract.ts';
import { orderForm } from '#features/checkout/browser.ts';
import { orderTokenField } from '#features/order-pay/contract.ts';
import {
  askProgress,
  createMethodHandlers,
  createStepHandlers,
  followCancelled,
  mountWalletButtons,
  readPrintedOrder,
  showError,
} from '#features/wallet/browser.ts';
import { mountCardPlace } from '../fields/browser/card-place.ts';

/** Pays the order of a checkout's form, or an existing order, with the card typed into the fields of this place. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const root = element.querySelector<HTMLElement>(`[${cardFieldsAttribute}]`);
  if (!root) return;
  const { sdk, texts, step }: CardPlaceSettings = JSON.parse(root.getAttribute(cardFieldsAttribute) ?? '{}');
  const form = element.closest('form');
  const ends: (() => void)[] = [];
  const showErrors = (errors: readonly unknown[]) =>
    void showError(errors, { errorMessages: sdk.errorMessages, page: 'checkout', before: element });
  /** The order whose payment is in progress, as parameters of the calls about it. */
  let order: Readonly<Record<string, string>> = step ? readPrintedOrder() : {};
  let path = location.pathname;

  const begin = async (): Promise<string> => {
    if (step) return step.orderId;
    if (!form) throw new AggregateError([]);
    const ordered = await orderForm(form);
    if (!ordered.ok) throw new AggregateError(ordered.messages);
    path = ordered.redirectTo;
    order = { [orderTokenField]: ordered.order ?? '' };
    if (ordered.client) return (ordered.client as unknown as CardClientData).orderId;
    // The order was paid meanwhile, has ended at the provider, or has no amount left to pay.
    return leaveFor(path);
  };

  const onApprove = async (): Promise<void> => {
    const progress = await askProgress(order, true);
    if (progress?.kind !== 'declined') return leaveFor(progress?.kind === 'go' ? progress.to : path);
    return goOn(progress.message);
  };

  /**
   * Called after a decline. The next attempt needs another order of the provider, which the page of an existing order
   * renders.
   */
  const goOn = (message: string): void => {
    if (step) location.reload();
    else showErrors([message]);
  };

  /**
   * Called when the provider has refused the card at once. Another tab may have paid or been declined, or the
   * provider's order has expired.
   */
  const followRefusal = async (): Promise<void> => {
    const progress = orderTokenField in order ? await askProgress(order, false) : null;
    if (progress?.kind === 'go') return leaveFor(progress.to);
    if (progress?.kind === 'declined') return goOn(progress.message);
    showErrors([texts.notCharged]);
  };

  ends.push(
    mountCardPlace(root, {
      begin,
      onApprove,
      onCancel() {
        showErrors([texts.closed]);
        void followCancelled(order);
      },
      async onError(error) {
        if (error instanceof AggregateError) return showErrors(error.errors);
        return followRefusal();
      },
      onMissing() {
        const place = element.querySelector<HTMLElement>('[data-card-form]');
        if (!place) return;
        place.hidden = false;
        const handlers = step
          ? createStepHandlers({ approveUrl: '', ...step }, readPrintedOrder(), showErrors)
          : form && createMethodHandlers(form, showErrors, cardId);
        if (!handlers) return;
        const control = mountWalletButtons(place, handlers);
        ends.push(() => control.unmount());
      },
    }),
  );
  return () => {
    for (const end of ends) end();
  };
}

/** Never settles, so that the page stays busy until the next page is shown. */
function leaveFor(to: string): Promise<never> {
  location.assign(to);
  return new Promise(() => {});
}
