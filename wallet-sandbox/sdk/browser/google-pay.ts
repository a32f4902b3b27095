import { openTestSheet, sheetConfig } from './test-sheet.ts';

/** What shops give to Google's client. */
interface GooglePayRequest {
  readonly merchantInfo: object;
  readonly transactionInfo: {
    readonly totalPrice: string;
    readonly totalPriceLabel?: string;
    readonly currencyCode: string;
    readonly displayItems?: readonly { readonly label: string; readonly price: string }[];
  };
}

/** The client of Google's script, with a test sheet. */
class TestPaymentsClient {
  isReadyToPay = async () => ({ result: sheetConfig.canPay });

  createButton({ onClick }: { onClick: () => void }): HTMLElement {
    const place = document.createElement('div');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'test-wallet-google-pay';
    button.textContent = 'Pay with Google Pay';
    button.addEventListener('click', onClick);
    place.append(button);
    return place;
  }

  loadPaymentData({ transactionInfo }: GooglePayRequest): Promise<object> {
    const { totalPrice, totalPriceLabel = 'Total', currencyCode: currency, displayItems = [] } = transactionInfo;
    const lines = displayItems.map(({ label, price }) => ({ label, amount: price }));
    const total = { label: totalPriceLabel, amount: totalPrice };
    return new Promise((resolve, reject) => {
      const sheet = openTestSheet({ title: 'Google Pay', lines, total, currency }, (card) => {
        sheet.close();
        if (card === null)
          return reject(Object.assign(new Error('User closed the Payment Request UI.'), { statusCode: 'CANCELED' }));
        resolve({ paymentMethodData: { type: 'CARD', tokenizationData: { type: 'PAYMENT_GATEWAY', token: card } } });
      });
    });
  }
}

Reflect.set(window, 'google', { payments: { api: { PaymentsClient: TestPaymentsClient } } });
