/** What the server writes in front of the script. */
export declare const sheetConfig: { readonly canPay: boolean };

export interface ShownSheet {
  readonly title: string;
  readonly lines: readonly { readonly label: string; readonly amount: string }[];
  readonly total: { readonly label: string; readonly amount: string };
  readonly currency: string;
}

/** The cards of the test device. */
const sheetCards: readonly (readonly [label: string, number: string])[] = [
  ['Pay with Visa', '4111111111111111'],
  ['Pay with Mastercard', '5555555555554444'],
  ['Pay with a card that is declined', '4000000000000002'],
  ['Pay with a card whose bank asks', '4000000000003220'],
];

/** A sheet over the page. It tells the card that was chosen each time, and null when it was closed. */
export function openTestSheet({ title, lines, total, currency }: ShownSheet, tell: (card: string | null) => void) {
  if (!navigator.userActivation.isActive) throw new Error('Must open a sheet from a user gesture handler.');
  const overlay = document.createElement('div');
  overlay.className = 'test-wallet-overlay';
  const sheet = document.createElement('div');
  sheet.className = 'test-wallet-sheet';
  sheet.setAttribute('role', 'dialog');
  sheet.setAttribute('aria-modal', 'true');
  sheet.setAttribute('aria-label', title);
  for (const { label, amount } of [...lines, { label: `Pay ${total.label}`, amount: total.amount }]) {
    const row = document.createElement('p');
    row.textContent = `${label}: ${amount} ${currency}`;
    sheet.append(row);
  }
  const addButton = (label: string, card: string | null) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => {
      for (const each of sheet.querySelectorAll('button')) each.disabled = true;
      tell(card);
    });
    sheet.append(button);
  };
  for (const [label, number] of sheetCards) addButton(label, `test-sheet-token-${number}`);
  addButton('Cancel', null);
  overlay.append(sheet);
  document.body.append(overlay);
  sheet.querySelector('button')?.focus();
  return { close: () => overlay.remove() };
}
