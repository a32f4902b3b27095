import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import { eraseTextsOfAddress, readTextsOfAddress } from './personal-data.ts';

const emailArgument = { name: '<email>', description: 'email address of the author' };

async function withEmail(text: string, output: CliOutput, work: (email: string) => Promise<number>): Promise<number> {
  const email = normalizeEmail(text);
  if (isEmail(email)) return work(email);
  output.warn('<email>: expected an email address');
  return 2;
}

const exportCommand: CommandDefinition = {
  name: 'reviews export',
  summary: 'write all reviews and comments of an email address as JSON',
  requires: 'customers.export',
  arguments: [emailArgument],
  run: (shop, { arguments: [email = ''] }, output) =>
    withEmail(email, output, async (author) => {
      const texts = await readTextsOfAddress(shop.db, author);
      output.line(JSON.stringify(texts, null, 2));
      output.result({ texts });
      return 0;
    }),
};

const eraseCommand: CommandDefinition = {
  name: 'reviews erase',
  summary: 'erase what was written with an email address: stars alone are left, of nobody',
  requires: 'customers.erase',
  arguments: [emailArgument],
  run: (shop, { arguments: [email = ''] }, output) =>
    withEmail(email, output, async (author) => {
      const erased = await inTransaction(shop.db, (tx) => eraseTextsOfAddress(shop, tx, author));
      output.line(`${erased} reviews and comments were erased.`);
      output.result({ erased });
      return 0;
    }),
};

export const commentCommands: readonly CommandDefinition[] = [exportCommand, eraseCommand];
