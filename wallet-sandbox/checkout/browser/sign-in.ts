import { call, type WireAccount, type WireAddress } from './calls.ts';
import { make, makeField, showAlert, showStep } from './elements.ts';

/** Asks who pays. Calls `done` with the account. */
export function showSignIn(emails: readonly string[], shop: string, done: (account: WireAccount) => void): void {
  const email = makeField('Email', { type: 'email', name: 'email', autocomplete: 'username', value: emails[0] ?? '' });
  const password = makeField('Password', {
    type: 'password',
    name: 'password',
    autocomplete: 'current-password',
    value: 'test',
  });
  const others = emails.map((each) => {
    const button = make('button', { type: 'button' }, each);
    button.addEventListener('click', () => {
      const input = email.querySelector('input');
      if (input) input.value = each;
      input?.focus();
    });
    return button;
  });
  const form = make('form', {}, email, password, make('button', { className: 'main' }, 'Log in'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submitSignIn(new FormData(form), done);
  });
  const hint = make('p', { className: 'soft' }, 'Any password will do. The accounts of this test wallet are:');
  showStep(`Pay ${shop}`, form, hint, make('div', { className: 'links' }, ...others));
}

async function submitSignIn(form: FormData, done: (account: WireAccount) => void): Promise<void> {
  const result = await call<{ account: WireAccount | null }>('sign-in', Object.fromEntries(form));
  if (result?.account) done(result.account);
  else showAlert('We don’t know this email. Choose one of the test accounts below.');
}

/** The form of shoppers without an account, who pay by card. */
export function showGuestForm(
  { shop, needsAddress }: { shop: string; needsAddress: boolean },
  done: (account: WireAccount, instrument: string) => void,
): void {
  const field = (label: string, name: string, value: string, more: Partial<HTMLInputElement> = {}) =>
    makeField(label, { name, value, ...more });
  const card = field('Card number', 'card', '4111 1111 1111 1111', { inputMode: 'numeric', autocomplete: 'cc-number' });
  const address = [
    field('Street', 'address_line_1', '1 Quay Lane', { autocomplete: 'address-line1' }),
    field('Town or city', 'admin_area_2', 'Cork', { autocomplete: 'address-level2' }),
    field('Postcode', 'postal_code', 'T12 X0Y1', { autocomplete: 'postal-code' }),
    field('Country code', 'country_code', 'IE', { maxLength: 2, pattern: '[A-Z]{2}', autocomplete: 'country' }),
  ];
  const form = make(
    'form',
    {},
    field('Email', 'email', 'ada@example.com', { type: 'email', autocomplete: 'email' }),
    field('Name', 'name', 'Ada Byrne', { autocomplete: 'name' }),
    card,
    ...(needsAddress ? address : []),
    make('button', { className: 'main' }, 'Continue'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const {
      email = '',
      name = '',
      card: number = '',
      ...rest
    } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const addresses = needsAddress ? [rest as unknown as WireAddress] : [];
    done({ email, name, addresses }, number.trim().endsWith('0002') ? 'declined' : 'visa');
  });
  const hint = 'Any card number will do. One that ends in 0002 is declined.';
  showStep(`Pay ${shop} by card`, form, make('p', { className: 'soft' }, hint));
}
