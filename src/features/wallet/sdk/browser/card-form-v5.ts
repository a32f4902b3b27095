import type { PayPalNamespace } from '@paypal/paypal-js';
import type {
  CardFieldName,
  CardFieldState,
  CardForm,
  CardFormHandlers,
  CardLook,
  WalletSdk,
} from '#features/wallet/sdk/adapter.ts';

const names: readonly CardFieldName[] = ['name', 'number', 'expiry', 'cvv'];

export async function mountCardForm(
  { CardFields }: PayPalNamespace,
  ...[elements, look, handlers]: Parameters<WalletSdk['mountCard']>
): Promise<CardForm | null> {
  const component = CardFields?.(createOptions(look, handlers));
  if (!component?.isEligible()) return null;
  const fields = {
    name: component.NameField({}),
    number: component.NumberField({}),
    expiry: component.ExpiryField({}),
    cvv: component.CVVField({}),
  };
  await Promise.all(names.map((name) => fields[name].render(elements[name])));
  return {
    async read() {
      const { fields: states } = await component.getState();
      const toState = ({ isEmpty, isValid }: { isEmpty: boolean; isValid: boolean }): CardFieldState =>
        isEmpty ? 'empty' : isValid ? 'fine' : 'wrong';
      return {
        name: toState(states.cardNameField),
        number: toState(states.cardNumberField),
        expiry: toState(states.cardExpiryField),
        cvv: toState(states.cardCvvField),
      };
    },
    setProblem(name, text) {
      const field = fields[name];
      field.setMessage(text ?? '');
      void (text === null ? field.removeAttribute('aria-invalid') : field.setAttribute('aria-invalid', 'true'));
    },
    focus: (name) => fields[name].focus(),
    submit: () => component.submit(),
    unmount() {
      // Ignore errors: a second SDK script destroys fields that the first one has mounted.
      for (const name of names) {
        fields[name].close().catch(() => {});
        elements[name].replaceChildren();
      }
    },
  };
}

function createOptions(look: CardLook, { begin, onApprove, onCancel, onChange, onEnter }: CardFormHandlers) {
  return {
    createOrder: begin,
    onApprove: ({ orderID }: { orderID: string }) => onApprove(orderID),
    // Ignore the error here: `submit` rejects with it as well.
    onError: () => {},
    onCancel,
    inputEvents: {
      onChange: ({ emittedBy }: { emittedBy?: CardFieldName }) => emittedBy && onChange(emittedBy),
      onInputSubmitRequest: onEnter,
    },
    style: { input: { color: look.color, 'font-family': look.fontFamily, 'font-size': look.fontSize } },
  };
}
