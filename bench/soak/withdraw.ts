import type { Chance } from '#tests/support/chance.ts';
import { readInputValue, type Shopper } from '#tests/support/shopper.ts';
import type { Diary } from './attempts.ts';
import { repeatUntilAnswered } from './repeat-request.ts';

interface WithdrawContext {
  readonly chance: Chance;
  readonly diary: Diary;
}

const withdrawalPath = '/withdrawal';

/**
 * Withdraws from an order by the form of its page, which tells its number, some with a mistyped address. The
 * second step is sometimes sent twice.
 */
export async function withdraw({ chance, diary }: WithdrawContext, shopper: Shopper, token: string): Promise<void> {
  const chosen = { scope: 'whole', name: 'Ada Byrne', reason: '' };
  const page = await repeatUntilAnswered(diary, () => shopper.submit(`/order/${token}${withdrawalPath}`, chosen));
  const number = readInputValue(page.body, 'withdrawal_order');
  if (page.status !== 200 || number === '') {
    diary.unexpectedAnswers.push(`the form of a withdrawal answered ${page.status}`);
    return;
  }
  const isMistyped = chance.happens(0.15);
  const declaration = {
    withdrawal_order: number,
    withdrawal_email: isMistyped ? `x${shopper.email}` : shopper.email,
    withdrawal_name: 'Ada Byrne',
    withdrawal_scope: chance.pick(['whole', 'part']),
    withdrawal_items: '1 × bowl',
    withdrawal_reason: '',
  };
  const second = await repeatUntilAnswered(diary, () => shopper.submit(withdrawalPath, declaration));
  const key = readInputValue(second.body, 'withdrawal_key');
  if (second.status !== 200 || key === '') {
    diary.unexpectedAnswers.push(`the first step of a withdrawal answered ${second.status}`);
    return;
  }
  const confirmed = { ...declaration, withdrawal_key: key, withdrawal_confirmed: 'yes' };
  const confirm = () => repeatUntilAnswered(diary, () => shopper.submit(withdrawalPath, confirmed));
  const answers = await Promise.all([confirm(), ...(chance.happens(0.3) ? [confirm()] : [])]);
  for (const { status } of answers)
    if (status !== 200) diary.unexpectedAnswers.push(`a withdrawal was answered ${status}`);
  diary.withdrawals.push({ requestKey: key, number, isMistyped });
}
