import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import { readBody, sendJson, sendText } from '../http.ts';
import { Problem } from '../rest/problem.ts';
import type { SheetSource } from '../state/documents.ts';
import { renderBooks } from './books-page.ts';
import type { ApprovalChoice, Control } from './control.ts';
import { isPaymentFault } from './faults.ts';
import { faultNames, type PaymentPlan, type Probabilities, soakProbabilities } from './table.ts';

/** What programs send: each action reads what it needs. */
interface ActionInput extends ApprovalChoice {
  readonly orderId: string;
  readonly captureId: string;
  readonly refundId: string;
  readonly disputeId: string;
  readonly plan: PaymentPlan;
  readonly sheet: SheetSource;
  readonly status: never;
  readonly value?: string;
  readonly isReversal?: boolean;
  readonly reason?: string;
  readonly to: 'REVIEW' | 'BUYER' | 'SELLER';
  readonly type: string;
  readonly operation: string;
  readonly fault: string;
  readonly times?: number;
  readonly seconds: number;
  readonly time: string;
  readonly number?: string;
  readonly answer?: string;
}

type Action = (input: ActionInput) => unknown;

/** The page with books and switches, and the same for programs. Both on loopback alone. */
export class BooksServer {
  readonly #context: Context;
  readonly #control: Control;
  readonly #actions: Record<string, Action>;

  constructor(context: Context, control: Control) {
    this.#context = context;
    this.#control = control;
    const { faults, clock } = context;
    this.#actions = {
      book: ({ orderId }) => control.readBook(orderId),
      approve: ({ orderId, ...choice }) => control.approve(orderId, choice),
      payByCard: ({ orderId, number, answer }) => control.payByCard(orderId, number, answer),
      payBySheet: ({ orderId, sheet, number, answer }) => control.payBySheet(orderId, sheet, number, answer),
      plan: ({ orderId, plan }) => control.changePlan(orderId, plan),
      planNext: ({ plan }) => faults.planNext(plan),
      decideCapture: ({ captureId, status }) => control.decideCapture(captureId, status),
      decideRefund: ({ refundId, status }) => control.decideRefund(refundId, status),
      refund: ({ captureId, value, isReversal }) => control.refund(captureId, value, isReversal),
      openDispute: ({ captureId, reason }) => control.openDispute(captureId, reason),
      moveDispute: ({ disputeId, to }) => control.moveDispute(disputeId, to),
      resend: ({ orderId, type }) => control.resend(orderId, type),
      script: ({ operation, fault, times }) => faults.script(operation, fault, times),
      probabilities: (input) => this.#setProbabilities({ ...input }),
      waits: (input) => Object.assign(faults.waits, input),
      clearFaults: () => faults.clear(),
      advanceClock: ({ seconds }) => control.advanceClock(seconds * 1000),
      setClock: ({ time }) => clock.set(new Date(time)),
    };
  }

  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const [, place, action = ''] = url.pathname.split('/');
    if (request.method === 'GET' && place === 'books') {
      const isJson = action === 'books.json';
      if (isJson) sendJson(response, 200, this.#control.readBooks());
      else sendText(response, 200, 'text/html', renderBooks(this.#context, this.#control.readBooks()));
      return;
    }
    if (request.method !== 'POST' || (place !== 'control' && place !== 'books')) {
      return sendJson(response, 404, new Problem(404, null).toBody());
    }
    // Pages of other sites can post forms to this machine, but not without their origin.
    const { origin } = request.headers;
    if (origin !== undefined && origin !== url.origin) return sendText(response, 403, 'text/plain', 'Wrong origin.');
    const text = await readBody(request);
    if (place === 'books') {
      this.#applyForm(action, new URLSearchParams(text));
      response.writeHead(303, { location: '/books' }).end();
      return;
    }
    await this.#runAction(response, action, text);
  }

  async #runAction(response: ServerResponse, name: string, text: string): Promise<void> {
    const action = this.#actions[name];
    if (!action) return sendJson(response, 404, { error: `no action ${name}` });
    try {
      const result = await action(text === '' ? {} : JSON.parse(text));
      sendJson(response, 200, result ?? {});
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      sendJson(response, error.status, error.toBody());
    }
  }

  #setProbabilities({ soak, seed, ...given }: Record<string, unknown>): void {
    const { faults } = this.#context;
    if (seed !== undefined) faults.seed = Number(seed);
    const wanted: Partial<Probabilities> = soak === true ? { ...soakProbabilities } : {};
    for (const name of faultNames) if (given[name] !== undefined) wanted[name] = Number(given[name]);
    faults.probabilities = wanted;
  }

  #applyForm(action: string, form: URLSearchParams): void {
    const { faults } = this.#context;
    const fields = Object.fromEntries([...form].filter(([, value]) => value !== ''));
    if (action === 'soak') this.#setProbabilities({ soak: true, seed: fields.seed });
    if (action === 'clear') faults.clear();
    if (action === 'probabilities') this.#setProbabilities(fields);
    if (action === 'next' && isPaymentFault(fields.fault ?? '')) faults.planNext({ [String(fields.fault)]: true });
    if (action === 'script')
      faults.script(fields.operation ?? '*', fields.fault ?? 'errorBefore', Number(fields.times ?? 1));
    if (action === 'clock') void this.#control.advanceClock(Number(fields.hours ?? 0) * 3_600_000);
    if (action === 'browser') {
      faults.allowsRefusalReading = fields.allowsRefusalReading === 'on';
      faults.hasApp = fields.hasApp === 'on';
      faults.hasCardFields = fields.hasCardFields === 'on';
      faults.hasSheets = fields.hasSheets === 'on';
      faults.hasDeviceSheets = fields.hasDeviceSheets === 'on';
      faults.onBlocked = fields.failsWhenBlocked === 'on' ? 'error' : 'frame';
      if (fields.onClose === 'cancel' || fields.onClose === 'error' || fields.onClose === 'both') {
        faults.onClose = fields.onClose;
      }
    }
  }
}
