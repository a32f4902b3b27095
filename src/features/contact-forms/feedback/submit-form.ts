import { formatUnitTag } from '#features/form-markup/index.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { findContactForm } from '../sources/find-forms.ts';
import { getOpenedAt } from './form-time.ts';
import { receiveSubmission, type SubmissionOutcome } from './receive-submission.ts';

/**
 * Takes a form that another feature's call brings, without files: it is validated, protected, stored and mailed as any.
 * @returns null for a form that is not known
 */
export async function submitForm(
  { shop, request, getActor }: MutationCall,
  { formId, body }: { readonly formId: number; readonly body: FormBody },
): Promise<SubmissionOutcome | null> {
  const form = await findContactForm(shop, formId);
  if (!form) return null;
  const { visitorId, customer } = await getActor();
  return receiveSubmission(shop, {
    ...{ form, body, files: [], ip: request.ip, visitorId, customerId: customer?.id ?? null, page: null },
    unitTag: formatUnitTag(shop.wire.formPrefix, { formId, ordinal: 1 }),
    openedAt: getOpenedAt(shop, request),
  });
}
