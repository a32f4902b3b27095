/** Inside the frame of one field of a card. What is typed goes to the wallet's own server, never to the page. */

const fieldQuery = new URLSearchParams(location.search);
const fieldType = fieldQuery.get('type') ?? '';
const fieldInput = document.querySelector('input') as HTMLInputElement;
const fieldMessage = document.querySelector('[role=alert]') as HTMLElement;
let isFieldFocused = false;

const tellShop = (message: object) =>
  parent.postMessage({ ...message, channel: fieldQuery.get('channel') }, fieldQuery.get('origin') ?? '');

const cardKinds = [
  { type: 'visa', niceType: 'Visa', pattern: /^4/, code: { name: 'CVV', size: 3 } },
  { type: 'mastercard', niceType: 'Mastercard', pattern: /^(5[1-5]|2[2-7])/, code: { name: 'CVC', size: 3 } },
  { type: 'american-express', niceType: 'American Express', pattern: /^3[47]/, code: { name: 'CID', size: 4 } },
  { type: 'discover', niceType: 'discover', pattern: /^6/, code: { name: 'CID', size: 3 } },
];

function passesCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0;
}

function isFutureMonth(text: string): boolean {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2]) ?\/ ?(\d\d)$/.exec(text) ?? [];
  return month !== '' && `20${year}-${month}` >= new Date().toISOString().slice(0, 7);
}

function judgeValue(value: string): { isValid: boolean; isPotentiallyValid: boolean } {
  const digits = value.replaceAll(' ', '');
  switch (fieldType) {
    case 'number':
      return { isValid: passesCheckDigit(digits), isPotentiallyValid: /^\d{0,19}$/.test(digits) };
    case 'expiry':
      return { isValid: isFutureMonth(value), isPotentiallyValid: /^\d{0,2} ?\/? ?\d{0,2}$/.test(value) };
    case 'cvv':
      return { isValid: /^\d{3,4}$/.test(value), isPotentiallyValid: /^\d{0,4}$/.test(value) };
    default:
      return { isValid: value.trim() !== '', isPotentiallyValid: true };
  }
}

/** Groups the number by four, and puts the stroke into the date. */
function formatValue(value: string): string {
  if (fieldType === 'number')
    return (
      value
        .replace(/\D/g, '')
        .slice(0, 19)
        .match(/.{1,4}/g) ?? []
    ).join(' ');
  if (fieldType !== 'expiry') return value;
  const digits = value.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

const readState = () => ({
  ...judgeValue(fieldInput.value),
  isEmpty: fieldInput.value === '',
  isFocused: isFieldFocused,
});

function tellState(event: string): void {
  const { value } = fieldInput;
  const digits = value.replaceAll(' ', '');
  const isKnown = fieldType === 'number' && digits !== '';
  const cards = cardKinds.filter(({ pattern }) => pattern.test(digits)).map(({ pattern: _, ...kind }) => kind);
  tellShop({ type: 'state', event, state: readState(), ...(isKnown ? { cards } : {}) });
}

async function askWallet(step: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`/checkout/${step}`, { method: 'POST', body: JSON.stringify(body) });
  const answer = (await response.json()) as { details?: { issue: string }[] };
  return response.ok ? { ...answer } : { status: 'refused', issue: answer.details?.[0]?.issue };
}

async function obey(data: Record<string, string | null>): Promise<Record<string, unknown>> {
  const form = fieldQuery.get('form');
  if (data.type === 'keep') return askWallet('card-value', { form, field: fieldType, value: fieldInput.value });
  return askWallet('card-confirm', { form, token: data.token, name: data.name });
}

fieldInput.addEventListener('input', () => {
  const formatted = formatValue(fieldInput.value);
  if (formatted !== fieldInput.value) fieldInput.value = formatted;
  tellState('onChange');
});
fieldInput.addEventListener('focus', () => {
  isFieldFocused = true;
  tellState('onFocus');
});
fieldInput.addEventListener('blur', () => {
  isFieldFocused = false;
  tellState('onBlur');
});
fieldInput.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') tellState('onInputSubmitRequest');
});

window.addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.channel !== fieldQuery.get('channel')) return;
  if (data.type === 'focus') fieldInput.focus();
  if (data.type === 'clear') {
    fieldInput.value = '';
    tellState('onChange');
  }
  if (data.type === 'message') fieldMessage.textContent = data.message;
  const mayChange = ['aria-invalid', 'aria-required', 'disabled', 'placeholder'].includes(data.name);
  if (data.type === 'attribute' && mayChange) {
    if (data.value === null) fieldInput.removeAttribute(data.name);
    else fieldInput.setAttribute(data.name, data.value);
  }
  if (data.type === 'class') fieldInput.classList.toggle(data.name, data.isOn);
  if (data.type === 'state') tellShop({ type: 'answer', id: data.id, answer: { state: readState() } });
  if (data.type === 'keep' || data.type === 'confirm') {
    void obey(data).then((answer) => tellShop({ type: 'answer', id: data.id, answer }));
  }
});

tellShop({ type: 'ready', height: document.querySelector('main')?.offsetHeight ?? 0 });
