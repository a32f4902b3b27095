import type { FastifyInstance } from 'fastify';
import type { ContactForm, FieldErrors } from '#features/form-definitions/index.ts';
import {
  getFieldName,
  groupEntries,
  listFields,
  listReceivedEntries,
  listUnaccepted,
} from '#features/form-definitions/index.ts';
import type { FormPlacement, FormPrefill, FormState, FormStatus } from '#features/form-markup/index.ts';
import { readStatus } from '#features/form-markup/index.ts';
import { cleanText } from '#features/uploads/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { PageHead } from '#ui/page-head.tsx';
import { type Challenges, createChallenges } from '../challenges/challenges.ts';
import { readSubmission } from '../feedback/read-submission.ts';
import type { MessageOutcome } from '../feedback/receive-message.ts';
import { keepOpenings } from '../protection/form-openings.ts';
import { findFormOfPath } from '../sources/find-forms.ts';
import { formPagePath } from './paths.ts';
import { FormPlace } from './place-form.tsx';
import { readPrefill } from './prefill.ts';

/** Shows one form. A post without script is answered with this page, so a reload asks for it, too. */
export function registerFormPage(app: FastifyInstance, shop: Shop): void {
  app.get(formPagePath(':id'), async (request, reply) => {
    const form = await findFormOfPath(shop, request);
    if (!form) return reply.callStatusPage(404);
    keepOpenings(shop, request, reply, form.id, { isOpened: true });
    const challenges = createChallenges(shop, form.id, listFields(form.layout));
    const state = { status: 'init', message: '', errors: new Map(), ...challenges } as const;
    const { prefill, pageId } = await readPrefill(shop, request);
    const placement = { formId: form.id, pageId, ordinal: 1 };
    return renderPrivatePage(shop, request, reply, createFormPage(shop, form, { placement, state, prefill }));
  });
}

interface FormPageInput {
  readonly placement: FormPlacement;
  readonly state: FormState;
  readonly prefill?: FormPrefill;
  readonly hidden?: Readonly<Record<string, string>>;
}

export function createFormPage(shop: Shop, form: ContactForm, input: FormPageInput): PrivateView {
  return {
    title: form.title,
    styles: 'src/features/contact-forms/contact-forms.page.css',
    body: (
      <div className="wrap wrap--text contact-page">
        <PageHead title={form.title} />
        <FormPlace shop={shop} form={form} {...input} />
      </div>
    ),
  };
}

interface Answered {
  readonly body: FormBody;
  readonly files: readonly ReceivedFile[];
  readonly outcome: MessageOutcome;
  readonly challenges: Challenges;
}

/** Creates the state after a post: all that was typed, but nothing after it was sent. */
export function createFormState(form: ContactForm, { body, files, outcome, challenges }: Answered): FormState {
  const status = readStatus(outcome.status) as FormStatus;
  const answers = listFields(form.layout).filter(({ kind }) => kind === 'quiz' || kind === 'captcha');
  const typed = new Map([...groupEntries(listReceivedEntries(body))].map(([name, { texts }]) => [name, texts]));
  // These fields have new questions.
  for (const { name } of answers) typed.delete(name);
  const { message } = outcome;
  const errors = status === 'unaccepted' ? describeUnaccepted(form, { body, files, message }) : outcome.errors;
  if (status === 'sent') return { status, message, errors, ...challenges };
  const sentFiles = Map.groupBy(files, ({ field }) => getFieldName(field));
  const names = new Map([...sentFiles].map(([field, list]) => [field, list.map(({ name }) => cleanText(name))]));
  return { status, message, errors, ...challenges, values: typed, files: names };
}

/** Shows missing acceptances as errors of their fields. Replies to scripts have no fields then. */
function describeUnaccepted(
  form: ContactForm,
  { body, files, message }: Pick<Answered, 'body' | 'files'> & { readonly message: string },
): FieldErrors {
  const { entries, hidden } = readSubmission(form, body, files);
  return new Map(listUnaccepted(form, entries, hidden).map((name) => [name, message]));
}
