import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  MoneyAnswer,
  MoneyRequest,
  NextAction,
  PaymentContent,
  RemotePayer,
  RemoteProvider,
  RemoteState,
} from '#features/payments/index.ts';

/** What a payment provider with a server does, for tests and the soak. It keeps its own books. */

/**
 * `authorize`: the shopper's approval authorizes; `sale`: it captures; `approve`: the shop has to
 * ask for the money.
 */
type ProviderMode = 'authorize' | 'sale' | 'approve';

export type Operation = 'begin' | 'amount' | 'authorize' | 'capture' | 'void' | 'refund' | 'state';

/**
 * `refuse-connection`: nothing is done and nothing answered; `lose-answer`: the work is done and
 * nothing answered; `error-after`: the work is done and the answer is an error; `decline`: the
 * provider says no; `late`: the answer comes after 200 ms; `pending`: the provider works on it until
 * `finishPending`; `needs-shopper`: the shopper has to choose another instrument.
 */
export type Fault =
  | 'refuse-connection'
  | 'lose-answer'
  | 'error-after'
  | 'decline'
  | 'late'
  | 'pending'
  | 'needs-shopper';

type BookTransaction = Omit<RemoteState['transactions'][number], 'at'> & { readonly at: string };

interface Book {
  readonly reference: string;
  readonly publicId: string;
  /** Where the provider's page sends the shopper back to. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly locale: string;
  /** What the payment is for, as the shop has said last. */
  content: PaymentContent;
  amount: number;
  readonly currency: string;
  status: RemoteState['status'];
  isApproved: boolean;
  readonly transactions: BookTransaction[];
  readonly answers: Map<string, MoneyAnswer>;
}

export interface TestProviderServer {
  readonly url: string;
  /** By the shop's public id. */
  readonly books: ReadonlyMap<string, Book>;
  mode: ProviderMode;
  /** What `begin` answers: a page of the provider, or data for a script. */
  action: 'redirect' | 'client';
  /** What the provider tells of shoppers who have agreed. */
  payer: RemotePayer | null;
  /** Accepts a changed amount also after the shopper has agreed. */
  changesAgreed: boolean;
  /** Applies to the next request of this kind, once; several are applied one after another. */
  fail(operation: Operation, fault: Fault): void;
  /** Chooses the fault of each request that `fail` has none for. */
  chooseFault: ((operation: Operation) => Fault | null) | null;
  /** Removes the faults of `fail`. */
  clearFaults(): void;
  /** How often the shop has asked. */
  countRequests(publicId: string, operation: Operation): number;
  /** What the shopper does on the provider's page. */
  approve(publicId: string): void;
  cancel(publicId: string): void;
  /** What the provider or its staff does without the shop. */
  expire(publicId: string): void;
  refund(publicId: string, amount: number): void;
  /** Opens a dispute, or says how it has ended. @returns its id */
  dispute(publicId: string, status: BookTransaction['status']): string;
  /** Ends what is pending. */
  finishPending(publicId: string, status: 'succeeded' | 'failed'): void;
  /** Answers the next question for the state of this payment with the state of now. */
  repeatState(publicId: string): void;
  /** Signs an event about a payment, to be posted to the shop. */
  createEvent(
    publicId: string,
    eventId?: string,
    approvedAt?: Date,
  ): { readonly body: string; readonly signature: string };
  stop(): Promise<void>;
}

const secret = 'the secret of the test provider';
const sign = (body: string | Buffer) => createHmac('sha256', secret).update(body).digest('hex');

export async function startTestProvider(mode: ProviderMode = 'authorize'): Promise<TestProviderServer> {
  const books = new Map<string, Book>();
  const faults = new Map<Operation, Fault[]>();
  const oldStates = new Map<Book, string[]>();
  const requests: string[] = [];
  const findBook = (key: string) => books.get(key) ?? [...books.values()].find(({ reference }) => reference === key);
  const getBook = (publicId: string) => {
    const book = books.get(publicId);
    if (!book) throw new Error(`the provider knows no payment ${publicId}`);
    return book;
  };
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, key = '', operation = 'state'] = (request.url ?? '').split('/') as [string, string, Operation?];
    requests.push(`${key} ${operation}`);
    const fault = faults.get(operation)?.shift() ?? provider.chooseFault?.(operation) ?? undefined;
    if (fault === 'refuse-connection') return void request.destroy();
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const input = text === '' ? {} : JSON.parse(text);
    const result = operation === 'begin' ? begin(input, fault) : operate(key, operation, input, fault);
    if (fault === 'lose-answer') return void response.destroy();
    if (fault === 'late') await sleep(200);
    response.writeHead(fault === 'error-after' ? 500 : 200, { 'content-type': 'application/json' }).end(result);
  }

  const createAction = (reference: string): NextAction =>
    provider.action === 'redirect'
      ? { kind: 'redirect', url: `${url}/pay/${reference}` }
      : { kind: 'client', data: { reference } };

  function begin(input: Omit<Book, 'reference' | 'status' | 'isApproved' | 'transactions' | 'answers'>, fault?: Fault) {
    if (fault === 'decline') return JSON.stringify({ ok: false, reason: 'no account' });
    const known = books.get(input.publicId);
    const reference = known?.reference ?? `pay_${randomUUID()}`;
    if (!known)
      books.set(input.publicId, {
        ...{ ...input, reference, status: 'requires_action', isApproved: false },
        ...{ transactions: [], answers: new Map() },
      });
    return JSON.stringify({ ok: true, reference, action: createAction(reference) });
  }

  function operate(key: string, operation: Operation, input: MoneyInput, fault?: Fault) {
    const book = findBook(key);
    if (operation === 'state')
      return (book && oldStates.get(book)?.shift()) ?? JSON.stringify(book ? toState(book, provider.payer) : null);
    if (!book || operation === 'begin') throw new Error('no such payment');
    if (operation === 'amount') {
      const isChanged = fault !== 'decline' && (book.status === 'requires_action' || provider.changesAgreed);
      if (isChanged) Object.assign(book, { amount: input.amount, content: input.content });
      return JSON.stringify(isChanged);
    }
    const known = book.answers.get(input.requestKey);
    if (known) return JSON.stringify(known);
    const given = giveAnswer(book, operation, input, fault);
    book.answers.set(input.requestKey, given);
    return JSON.stringify(given);
  }

  function giveAnswer(
    book: Book,
    operation: MoneyOperation,
    { amount, requestKey }: MoneyInput,
    fault?: Fault,
  ): MoneyAnswer {
    if (fault === 'decline') return { status: 'failed', reason: 'declined' };
    if (fault === 'needs-shopper')
      return { status: 'needs_shopper', reason: 'declined', action: createAction(book.reference) };
    const moved = move(book, operation, amount, requestKey, fault === 'pending' ? 'pending' : 'succeeded');
    if (!moved.startsWith('tx_')) return { status: 'failed', reason: moved };
    return fault === 'pending' ? { status: 'pending' } : { status: 'succeeded', reference: moved };
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: TestProviderServer = {
    url,
    books,
    mode,
    action: 'redirect',
    changesAgreed: false,
    payer: null,
    chooseFault: null,
    fail: (operation, fault) => faults.set(operation, [...(faults.get(operation) ?? []), fault]),
    clearFaults: () => faults.clear(),
    countRequests: (publicId, operation) => requests.filter((request) => request === `${publicId} ${operation}`).length,
    approve(publicId) {
      const book = getBook(publicId);
      if (book.status !== 'requires_action') return;
      book.status = 'open';
      if (provider.mode === 'authorize') move(book, 'authorize', book.amount, null);
      if (provider.mode === 'sale') move(book, 'capture', book.amount, null);
      book.isApproved = provider.mode === 'approve';
    },
    cancel: (publicId) => {
      getBook(publicId).status = 'cancelled';
    },
    expire: (publicId) => {
      getBook(publicId).status = 'expired';
    },
    refund: (publicId, amount) => {
      move(getBook(publicId), 'refund', amount, null);
    },
    dispute(publicId, status) {
      const { transactions, amount } = getBook(publicId);
      const index = transactions.findIndex(({ kind }) => kind === 'dispute');
      const opened = { kind: 'dispute', reference: `dispute_${randomUUID()}`, requestKey: null, amount } as const;
      const dispute = { ...(transactions[index] ?? { ...opened, at: new Date().toISOString() }), status };
      transactions.splice(index === -1 ? transactions.length : index, 1, dispute);
      return dispute.reference;
    },
    finishPending: (publicId, status) => {
      const { transactions } = getBook(publicId);
      for (const [index, each] of transactions.entries())
        if (each.status === 'pending') transactions[index] = { ...each, status };
    },
    repeatState: (publicId) => {
      const book = getBook(publicId);
      oldStates.set(book, [...(oldStates.get(book) ?? []), JSON.stringify(toState(book, provider.payer))]);
    },
    createEvent(publicId, eventId = randomUUID(), approvedAt) {
      const reference = books.get(publicId)?.reference ?? null;
      const body = JSON.stringify({ eventId, publicId, reference, approvedAt });
      return { body, signature: sign(body) };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return provider;
}

type MoneyOperation = 'authorize' | 'capture' | 'void' | 'refund';

interface MoneyInput {
  readonly amount: number;
  readonly requestKey: string;
  /** Of a changed amount. */
  readonly content?: PaymentContent;
}

const sum = ({ transactions }: Book, kind: BookTransaction['kind']) =>
  transactions
    .filter((each) => each.kind === kind && each.status !== 'failed')
    .reduce((total, { amount }) => total + amount, 0);

/** @returns the new transaction's id, or why it is refused */
function move(
  book: Book,
  kind: MoneyOperation,
  amount: number,
  requestKey: string | null,
  status: 'succeeded' | 'pending' = 'succeeded',
): string {
  const authorized = book.isApproved ? book.amount : sum(book, 'authorize');
  const free = authorized - sum(book, 'capture') - sum(book, 'void');
  const isSale = kind === 'capture' && requestKey === null;
  if (kind === 'refund' && amount > sum(book, 'capture') - sum(book, 'refund')) return 'nothing to refund';
  if ((kind === 'capture' || kind === 'void') && !isSale && amount > free) return 'nothing is authorized';
  const reference = `tx_${randomUUID()}`;
  book.transactions.push({ kind, reference, requestKey, amount, status, at: new Date().toISOString() });
  if (kind === 'authorize') book.isApproved = false;
  return reference;
}

function toState(book: Book, knownPayer: RemotePayer | null) {
  const { reference, status, amount, isApproved, transactions } = book;
  const isWaiting = isApproved && transactions.length === 0;
  const payer = status === 'open' ? knownPayer : null;
  return { reference, status, amount, isApproved: isWaiting, payer, authorizedUntil: null, transactions };
}

const hour = 3600;
const requestKeySeconds = {
  begin: 24 * hour,
  authorize: 6 * hour,
  capture: 6 * hour,
  void: 45 * 24 * hour,
  refund: 45 * 24 * hour,
};

/** The provider as the shop has it, which asks the server at `url`. */
export function createTestProvider(url: string, id = 'test_card'): RemoteProvider {
  const call = async (path: string, signal: AbortSignal, body?: object) => {
    const post = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${url}/${path}`, { signal, ...(body ? post : {}) });
    if (!response.ok) throw new Error(`the provider answered ${response.status}`);
    return response.json();
  };
  const move =
    (kind: string): RemoteProvider['capture'] =>
    async (_shop, { payment, amount, requestKey }: MoneyRequest, { signal }) =>
      (await call(`${payment.publicId}/${kind}`, signal, { amount, requestKey })) as MoneyAnswer;
  return {
    kind: 'remote',
    id,
    title: () => (id === 'test_card' ? 'Test card' : id),
    describeFailure: (_shop, failure) => (failure === 'declined' ? 'Your card was declined.' : null),
    isAvailable: () => true,
    refundDays: () => 5,
    requestKeySeconds,
    begin: async (_shop, { publicId, amount, currency }, { signal, ...begun }) =>
      (await call('new/begin', signal, { publicId, amount, currency, ...begun })) as Awaited<
        ReturnType<RemoteProvider['begin']>
      >,
    express: {
      changeAmount: async (_shop, { publicId }, change, { signal }) =>
        (await call(`${publicId}/amount`, signal, change)) as boolean,
    },
    capture: move('capture'),
    void: move('void'),
    refund: move('refund'),
    async fetchState(_shop, { publicId }, { signal }) {
      const state = (await call(`${publicId}/state`, signal)) as RemoteState | null;
      return (
        state && { ...state, transactions: state.transactions.map((each) => ({ ...each, at: new Date(each.at) })) }
      );
    },
    async parseEvent(_shop, { body, headers }) {
      if (headers['x-signature'] === 'unknown certificate') throw new Error('the certificate could not be fetched');
      if (headers['x-signature'] !== sign(body)) return null;
      const event = JSON.parse(body.toString());
      return { ...event, approvedAt: event.approvedAt ? new Date(event.approvedAt) : null };
    },
  };
}
