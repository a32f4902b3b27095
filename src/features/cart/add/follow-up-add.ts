import type { MutationCall } from '#platform/mutations/mutation.ts';
import { type AddFollowUp, addFollowUps } from '../ports.ts';

/**
 * Runs the follow-ups of features after a successful add (port `cart.add-follow-ups`). @param body body of the
 * request
 */
export async function followUpAdd(call: Pick<MutationCall, 'shop' | 'getActor'>, body: unknown): Promise<AddFollowUp> {
  const fields = typeof body === 'object' && body !== null ? { ...body } : {};
  let followed: AddFollowUp = { hint: {}, formReply: null };
  for (const followUp of call.shop.implementations(addFollowUps)) {
    const found = await followUp(call, fields);
    if (!found) continue;
    followed = { hint: { ...followed.hint, ...found.hint }, formReply: found.formReply ?? followed.formReply };
  }
  return followed;
}
