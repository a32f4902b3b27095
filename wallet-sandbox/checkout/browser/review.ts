import { call, formatAddress, formatMoney, type WireAccount, type WireAddress, type WireOrder } from './calls.ts';
import { getById, make, makeChoice, showAlert } from './elements.ts';
import { askShopPage, pageQuery } from './link.ts';

const callbacks = (pageQuery.get('callbacks') ?? '').split(',');
const refusals: Record<string, string> = {
  COUNTRY_ERROR: 'The shop doesn’t ship to this country. Choose another address.',
  STATE_ERROR: 'The shop doesn’t ship to this state or county. Choose another address.',
  ZIP_ERROR: 'The shop doesn’t ship to this postcode. Choose another address.',
  ADDRESS_ERROR: 'The shop doesn’t ship to this address. Choose another one.',
  METHOD_UNAVAILABLE: 'This way of shipping isn’t available. Choose another one.',
  STORE_UNAVAILABLE: 'This store isn’t available. Choose another one.',
};
const partNames: Record<string, string> = {
  item_total: 'Goods',
  tax_total: 'Tax',
  shipping: 'Shipping',
  handling: 'Handling',
  insurance: 'Insurance',
  shipping_discount: 'Shipping discount',
  discount: 'Discount',
};

/** Address, ways of shipping and total: they change with each other. */
export class ReviewForm {
  readonly element = make('div');
  readonly #account: WireAccount;
  readonly #onReady: (isReady: boolean) => void;
  #order: WireOrder;
  #addressIndex = 0;
  /** Number of the newest question: an answer to an earlier one is outdated. */
  #question = 0;

  constructor(order: WireOrder, account: WireAccount, onReady: (isReady: boolean) => void) {
    this.#order = order;
    this.#account = account;
    this.#onReady = onReady;
    this.#render();
  }

  /** Null where nothing is shipped, or the shop gave the address. */
  get address(): WireAddress | null {
    return this.#order.preference === 'GET_FROM_FILE' ? (this.#account.addresses[this.#addressIndex] ?? null) : null;
  }

  /** Tells the shop where the goods go, at first display and after each change. */
  async changeAddress(index: number): Promise<void> {
    this.#addressIndex = index;
    if (this.address === null) return this.#onReady(true);
    await this.#ask('address', null);
  }

  async #ask(kind: 'address' | 'option', optionId: string | null): Promise<void> {
    this.#onReady(false);
    showAlert('');
    this.#question += 1;
    const question = this.#question;
    const asksShop = callbacks.includes(kind);
    const { address } = this;
    const byServer = await call<{ refusal: string | null; order: WireOrder }>('shipping', {
      address,
      optionId,
      asksShop,
    });
    const byPage = asksShop ? await askShopPage(this.#createQuestion(kind, optionId)) : null;
    const latest = await call<{ order: WireOrder }>('order');
    if (question !== this.#question) return;
    if (latest) this.#order = latest.order;
    this.#render();
    const refusal = byServer ? (byServer.refusal ?? byPage) : 'ADDRESS_ERROR';
    if (refusal !== null) showAlert(refusals[refusal] ?? refusals.ADDRESS_ERROR ?? '');
    this.#onReady(refusal === null);
  }

  /** The shop learns town and country, but neither street nor name, before the shopper approves. */
  #createQuestion(kind: string, optionId: string | null): Record<string, unknown> {
    const { admin_area_2, admin_area_1, country_code, postal_code } = this.address ?? { country_code: '' };
    const toCamel = ({ currency_code, value }: { currency_code: string; value: string }) => ({
      currencyCode: currency_code,
      value,
    });
    const { id, amount, options } = this.#order;
    const option = options.find((each) => (optionId === null ? each.selected : each.id === optionId));
    const free = { currency_code: amount.currency_code, value: '0.00' };
    return {
      kind,
      orderID: id,
      amount: toCamel(amount),
      shippingAddress: {
        city: admin_area_2 ?? '',
        state: admin_area_1 ?? '',
        countryCode: country_code,
        postalCode: postal_code ?? '',
      },
      option: option
        ? {
            id: option.id,
            label: option.label,
            type: option.type ?? 'SHIPPING',
            amount: toCamel(option.amount ?? free),
          }
        : null,
    };
  }

  #render(): void {
    getById('amount').replaceChildren(formatMoney(this.#order.amount));
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement.value : null;
    this.element.replaceChildren(...this.#renderAddress(), ...this.#renderOptions(), this.#renderTotals());
    const again = [...this.element.querySelectorAll('input')].find(({ value }) => value === focused);
    if (focused !== null) again?.focus();
    else if (document.activeElement === document.body) this.element.querySelector('select')?.focus();
  }

  #renderAddress(): Node[] {
    const { preference, providedAddress } = this.#order;
    if (preference === 'SET_PROVIDED_ADDRESS') return [make('p', {}, make('b', {}, 'Ship to '), providedAddress ?? '')];
    if (preference === 'NO_SHIPPING' || this.#account.addresses.length === 0) return [];
    const select = make(
      'select',
      { name: 'address' },
      ...this.#account.addresses.map((each, index) =>
        make('option', { value: String(index), selected: index === this.#addressIndex }, formatAddress(each)),
      ),
    );
    select.addEventListener('change', () => void this.changeAddress(Number(select.value)));
    return [make('fieldset', {}, make('label', {}, `Ship to ${this.#account.name}`, select))];
  }

  #renderOptions(): Node[] {
    const { options } = this.#order;
    if (options.length === 0) return [];
    const choices = options.map(({ id, label, amount, selected }) => {
      const choice = makeChoice({
        ...{ name: 'option', value: id, label, isChosen: selected },
        end: amount ? formatMoney(amount) : 'Free',
      });
      choice.addEventListener('change', () => void this.#ask('option', id));
      return choice;
    });
    return [make('fieldset', {}, make('legend', {}, 'Shipping'), ...choices)];
  }

  #renderTotals(): HTMLElement {
    const { breakdown, amount, items } = this.#order;
    const lines = [
      ...items.map((item) => [`${item.quantity} × ${item.name}`, formatMoney(item.amount)]),
      ...Object.entries(breakdown).map(([name, money]) => {
        const isTaken = name === 'discount' || name === 'shipping_discount';
        return [partNames[name] ?? name, `${isTaken ? '−' : ''}${formatMoney(money)}`];
      }),
    ];
    const rows = lines.flatMap(([name = '', money = '']) => [make('dt', {}, name), make('dd', {}, money)]);
    const total = [
      make('dt', { className: 'total' }, 'Total'),
      make('dd', { className: 'total' }, formatMoney(amount)),
    ];
    return make('dl', {}, ...rows, ...total);
  }
}
