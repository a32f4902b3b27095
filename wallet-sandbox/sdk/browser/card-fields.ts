import { askBank, type CardFrameAnswer } from './ask-bank.ts';
import { createChannel } from './checkout.ts';
import { sdkConfig } from './config.ts';
import { findContainer, mountedComponents } from './mounted.ts';

/** Fields of a card, each in a frame of the wallet's origin: the shop's page never sees what is typed. */

const cardFieldTypes = ['name', 'number', 'expiry', 'cvv'] as const;
type CardFieldType = (typeof cardFieldTypes)[number];

interface CardFieldState {
  isFocused: boolean;
  isEmpty: boolean;
  isValid: boolean;
  isPotentiallyValid: boolean;
}

interface CardKind {
  type: string;
  niceType: string;
  code: { name: string; size: number };
}

interface CardFormState {
  cards: readonly CardKind[];
  errors: readonly string[];
  isFormValid: boolean;
  emittedBy?: CardFieldType;
  fields: Record<string, CardFieldState>;
}

type CardInputEvents = Partial<
  Record<'onChange' | 'onFocus' | 'onBlur' | 'onInputSubmitRequest', (state: CardFormState) => void>
>;

interface CardFieldOptions {
  placeholder?: string;
  style?: Record<string, Record<string, string>>;
  inputEvents?: CardInputEvents;
}

interface CardFieldsOptions extends Pick<CardFieldOptions, 'style' | 'inputEvents'> {
  createOrder?: () => Promise<string> | string;
  onApprove?: (data: { orderID: string; liabilityShift?: string }) => Promise<unknown> | unknown;
  onCancel?: () => unknown;
  onError?: (error: unknown) => unknown;
}

interface CardSubmitOptions {
  name?: string;
  billingAddress?: Record<string, string>;
}

const untouchedField: CardFieldState = {
  ...{ isFocused: false, isEmpty: true, isValid: false, isPotentiallyValid: true },
};
const toStateName = (type: CardFieldType) =>
  `card${type === 'cvv' ? 'Cvv' : type[0]?.toUpperCase() + type.slice(1)}Field`;

/** The component of fields. */
export function createCardFields(options: CardFieldsOptions = {}) {
  const form = new CardForm(options);
  const createField = (type: CardFieldType) => (fieldOptions?: CardFieldOptions) => form.add(type, fieldOptions ?? {});
  return {
    isEligible: () => sdkConfig.hasCardFields,
    getState: () => form.fetchState(),
    submit: (submitted?: CardSubmitOptions) => form.submit(submitted ?? {}),
    NameField: createField('name'),
    NumberField: createField('number'),
    ExpiryField: createField('expiry'),
    CVVField: createField('cvv'),
  };
}

class CardForm {
  readonly #options: CardFieldsOptions;
  readonly #id = createChannel();
  readonly #fields = new Map<CardFieldType, CardField>();
  #cards: readonly CardKind[] = [];
  #isSubmitted = false;

  constructor(options: CardFieldsOptions) {
    this.#options = options;
  }

  add(type: CardFieldType, options: CardFieldOptions) {
    const merged = {
      ...options,
      style: { ...this.#options.style, ...options.style },
      inputEvents: options.inputEvents ?? this.#options.inputEvents ?? {},
    };
    const field = new CardField(type, merged, this.#id, (name, cards) => {
      if (cards) this.#cards = cards;
      merged.inputEvents[name]?.({ ...this.readState(), emittedBy: type });
    });
    this.#fields.set(type, field);
    return field.methods;
  }

  readState(): CardFormState {
    const states = cardFieldTypes.map((type) => [type, this.#fields.get(type)?.state ?? untouchedField] as const);
    // A name is asked for where the shop has its field; the shop may know it otherwise.
    const wrong = states.filter(([type, { isValid }]) => this.#fields.has(type) && !isValid);
    const isMissing = cardFieldTypes.some((type) => type !== 'name' && !this.#fields.has(type));
    return {
      cards: this.#cards,
      errors: wrong.map(([type]) => `INVALID_${type.toUpperCase()}`),
      isFormValid: wrong.length === 0 && !isMissing,
      fields: Object.fromEntries(states.map(([type, state]) => [toStateName(type), state])),
    };
  }

  /** Asks the frames: what they have told may be behind what was typed. */
  async fetchState(): Promise<CardFormState> {
    await Promise.all([...this.#fields.values()].map((field) => field.ask({ type: 'state' })));
    return this.readState();
  }

  async submit({ name, billingAddress }: CardSubmitOptions): Promise<void> {
    if (this.#isSubmitted) throw new Error('Submit is already in progress');
    const { errors } = await this.fetchState();
    const [error] = errors;
    const number = this.#fields.get('number');
    if (error !== undefined || !number) throw new Error(error ?? 'INVALID_NUMBER');
    this.#isSubmitted = true;
    try {
      const orderID: unknown = await this.#options.createOrder?.();
      if (typeof orderID !== 'string' || orderID === '') throw new Error('Expected an order id to be passed');
      await Promise.all([...this.#fields.values()].map((field) => field.ask({ type: 'keep' })));
      const request = { type: 'confirm', token: orderID, name: name ?? null, billingAddress: billingAddress ?? null };
      const answer = await number.ask(request);
      const outcome = answer.status === 'challenge' ? await askBank(orderID) : answer;
      if (outcome === null) {
        await this.#options.onCancel?.();
        return;
      }
      if (outcome.status !== 'approved') throw new Error(outcome.issue ?? 'UNPROCESSABLE_ENTITY');
      const { liabilityShift } = outcome;
      await this.#options.onApprove?.({ orderID, ...(liabilityShift === undefined ? {} : { liabilityShift }) });
    } catch (error) {
      this.#options.onError?.(error);
      throw error;
    } finally {
      this.#isSubmitted = false;
    }
  }
}

class CardField {
  state = untouchedField;
  readonly #frame = document.createElement('iframe');
  readonly #channel = createChannel();
  readonly #tell: (name: keyof CardInputEvents, cards?: readonly CardKind[]) => void;
  readonly #asked = new Map<string, (answer: CardFrameAnswer) => void>();
  #ready: (() => void) | null = null;

  constructor(
    type: CardFieldType,
    options: CardFieldOptions,
    form: string,
    tell: (name: keyof CardInputEvents, cards?: readonly CardKind[]) => void,
  ) {
    this.#tell = tell;
    this.#frame.title = `Card ${type}`;
    this.#frame.className = 'test-wallet-card-field';
    const query = new URLSearchParams({
      ...{ type, form, channel: this.#channel, origin: location.origin, locale: sdkConfig.locale },
      ...{ placeholder: options.placeholder ?? '', style: JSON.stringify(options.style ?? {}) },
    });
    this.#frame.src = `${sdkConfig.baseUrl}/sdk/card-field?${query}`;
  }

  readonly methods = {
    render: async (container: string | HTMLElement): Promise<void> => {
      mountedComponents.add(this);
      window.addEventListener('message', this.#receive);
      const ready = new Promise<void>((resolve) => {
        this.#ready = resolve;
      });
      findContainer(container).append(this.#frame);
      await ready;
    },
    close: async () => this.destroy(),
    focus: () => this.#post({ type: 'focus' }),
    clear: () => this.#post({ type: 'clear' }),
    setMessage: (message: string) => this.#post({ type: 'message', message }),
    setAttribute: async (name: string, value: string) => this.#post({ type: 'attribute', name, value }),
    removeAttribute: async (name: string) => this.#post({ type: 'attribute', name, value: null }),
    addClass: async (name: string) => this.#post({ type: 'class', name, isOn: true }),
    removeClass: async (name: string) => this.#post({ type: 'class', name, isOn: false }),
  };

  destroy(): void {
    mountedComponents.delete(this);
    window.removeEventListener('message', this.#receive);
    this.#frame.remove();
  }

  /** Asks the frame to do something with what was typed, which only its own origin learns. */
  ask(request: object): Promise<CardFrameAnswer> {
    const id = createChannel();
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#post({ ...request, id });
    });
  }

  #post(message: object): void {
    this.#frame.contentWindow?.postMessage({ ...message, channel: this.#channel }, sdkConfig.baseUrl);
  }

  readonly #receive = ({ source, data }: MessageEvent): void => {
    if (source !== this.#frame.contentWindow || data?.channel !== this.#channel) return;
    if (data.type === 'ready') {
      this.#frame.height = String(data.height);
      this.#ready?.();
    }
    if (data.type === 'state') {
      this.state = data.state;
      this.#tell(data.event, data.cards);
    }
    if (data.type === 'answer') {
      if (data.answer.state) this.state = data.answer.state;
      this.#asked.get(data.id)?.(data.answer);
      this.#asked.delete(data.id);
    }
  };
}
