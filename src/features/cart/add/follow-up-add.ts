import type { FormReply } from '#platform/http/form-reply.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import type { Hint } from '#platform/sessions/hint.ts';
import { addFollowUps } from '../ports.ts';

export interface FollowedAdd {
  /** Fields of the hint cookie that changed. */
  readonly hint: Hint;
  /** Answers a form; null for the redirect to the cart. */
  readonly formReply: FormReply | null;
}

/** Runs what features add to a successful add (port `cart.add-follow-ups`). */
export async function followUpAdd(call: Pick<MutationCall, 'shop' | 'getActor'>, body: unknown): Promise<FollowedAdd> {
  const fields = typeof body === 'object' && body !== null ? { ...body } : {};
  let followed: FollowedAdd = { hint: {}, formReply: null };
  for (const followUp of call.shop.implementations(addFollowUps)) {
    const found = await followUp(call, fields);
    if (!found) continue;
    followed = { hint: { ...followed.hint, ...found.hint }, formReply: found.formReply ?? followed.formReply };
  }
  return followed;
}
