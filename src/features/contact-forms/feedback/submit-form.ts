import { formatUnitTag } from '#features/form-markup/index.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { keepOpenings, readOpenings } from '../protection/form-openings.ts';
import { findContactForm } from '../sources/find-forms.ts';
import { receiveSubmission, type SubmissionOutcome } from './receive-submission.ts';

/**
 * Takes a form that another feature's call brings, without files: it is validated, protected, stored and mailed as any.
 * @returns null for a form that is not known
 */
export async function submitForm(
  { shop, request, reply, getActor }: MutationCall,
  { formId, body }: { readonly formId: number; readonly body: FormBody },
): Promise<SubmissionOutcome | null> {
  const form = await findContactForm(shop, formId);
  if (!form) return null;
  const { visitorId, customer } = await getActor();
  const outcome = await receiveSubmission(shop, {
    ...{ form, body, files: [], ip: request.ip, visitorId, customerId: customer?.id ?? null, page: null },
    unitTag: formatUnitTag(shop.wire.formPrefix, { formId, ordinal: 1 }),
    openings: readOpenings(shop, request, formId),
    canAskAgain: false,
  });
  const { usedOpening: used } = outcome;
  if (used !== null) keepOpenings(shop, request, reply, formId, { used });
  return outcome;
}
