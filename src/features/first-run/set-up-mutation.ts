import { createFirstOwner, createFirstOwnerFields, hashPassword, passFirstStep } from '#features/accounts/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { createFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { applySavedSettings } from '#platform/settings/change-settings.ts';
import { firstRunLinkPath, welcomePath } from './contract.ts';
import { type DetailValues, findDetailProblems } from './details/detail-fields.ts';
import { saveDetails } from './details/save-details.ts';
import { firstRunErrors } from './errors.ts';
import { createFirstRunFields, createFirstRunPage, createInvalidPage, hideAddress } from './first-run-page.tsx';
import { isFirstRunLink, takeFirstRunLink } from './link/first-run-link.ts';
import { firstRunTexts as texts } from './texts.ts';

type Failure = { readonly ok: false } & (
  | { readonly code: 'FIRST_RUN_LINK_NOT_VALID' | 'TOO_MANY_FIRST_RUNS' }
  | { readonly code: 'FIRST_RUN_FORM_INVALID'; readonly problems: readonly FormProblem[] }
  | { readonly code: 'SHOP_DETAILS_REFUSED'; readonly reason: string }
);

type Result = { readonly ok: true; readonly answer: FormReply } | Failure;

/** Rolls back a set-up that is refused. */
class SetUpRefusedError extends Error {
  override name = 'SetUpRefusedError';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

const notValid: Failure = { ok: false, code: 'FIRST_RUN_LINK_NOT_VALID' };
const name = 'first-run.set-up';
const readToken = ({ request }: MutationCall): string => (request.params as { token: string }).token;

/** Creates the owner and stores the details of the shop, once. */
export const setUpMutation = defineMutation({
  name,
  description: 'Makes the first owner, with the link that the shop printed, and stores what the shop is called.',
  schema: createFormSchema(async ({ shop }) => ({
    ...createFirstOwnerFields(shop),
    ...(await createFirstRunFields(shop)),
  })),
  errors: firstRunErrors,
  limits: {
    uses: ({ request }) => {
      const key = getClientNetwork(request.ip);
      return key === null ? [] : [{ limit: { name: 'first-run', max: 30, seconds: 60 * 60 }, key }];
    },
    refuse: (): Failure => ({ ok: false, code: 'TOO_MANY_FIRST_RUNS' }),
    countsFailures: true,
  },
  run: async (call, { values, problems: typed }): Promise<Result> => {
    const { shop, reply } = call;
    hideAddress(reply);
    if (!(await isFirstRunLink(shop.db, readToken(call)))) return notValid;
    const problems = [...typed, ...findDetailProblems(shop, values)];
    if (problems.length > 0) return { ok: false, code: 'FIRST_RUN_FORM_INVALID', problems };
    const passwordHash = await hashPassword(values.password);
    const owner = { name: values.ownerName, email: values.ownerEmail, passwordHash };
    try {
      const { customer, changed } = await inTransaction(shop.db, (tx) => setUp(call, tx, owner, values));
      await applySavedSettings(shop, changed);
      const answer = await passFirstStep(call, customer, { returnTo: welcomePath });
      return answer ? { ok: true, answer } : notValid;
    } catch (error) {
      if (error instanceof SetUpRefusedError) return error.failure;
      throw error;
    }
  },
  message: formatFailure,
  form: {
    path: firstRunLinkPath(':token'),
    success: (_call, { answer }) => answer,
    failure: async (call, failure, { form }): Promise<FormReply> => {
      const { shop } = call;
      if (failure.code === 'FIRST_RUN_LINK_NOT_VALID') return { page: createInvalidPage(shop) };
      const reason =
        failure.code === 'FIRST_RUN_FORM_INVALID'
          ? { problems: failure.problems }
          : { refusal: formatFailure(call, failure) };
      return { page: await createFirstRunPage(shop, readToken(call), { form, ...reason }) };
    },
  },
});

async function setUp(
  call: MutationCall,
  tx: Tx,
  owner: { readonly name: string; readonly email: string; readonly passwordHash: string },
  values: DetailValues,
): Promise<{ readonly customer: ActingCustomer; readonly changed: Iterable<string> }> {
  const { shop } = call;
  if (!(await takeFirstRunLink(tx, readToken(call)))) throw new SetUpRefusedError(notValid);
  const made = await createFirstOwner(shop, tx, owner, name);
  if (made === null) throw new SetUpRefusedError(notValid);
  const { customer, actor } = made;
  const saved = await saveDetails(shop, tx, values, actor);
  if (!saved.ok) throw new SetUpRefusedError({ ok: false, code: 'SHOP_DETAILS_REFUSED', reason: saved.message });
  return { customer, changed: saved.changed.keys() };
}

function formatFailure({ shop: { t } }: MutationCall, failure: Failure): string {
  switch (failure.code) {
    case 'FIRST_RUN_FORM_INVALID':
      return failure.problems.map(({ message }) => message).join(' ');
    case 'SHOP_DETAILS_REFUSED':
      return t(texts.refused, { reason: failure.reason });
    case 'TOO_MANY_FIRST_RUNS':
      return t(texts.tooMany);
    default:
      return t(texts.invalidLead);
  }
}
