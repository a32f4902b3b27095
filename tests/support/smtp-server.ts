import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

/** A mail server for tests. */
export interface SmtpServer {
  readonly url: string;
  /** Recipient and whole text of each mail that it accepted. */
  readonly accepted: { to: string; data: string }[];
  /** What it says to a command instead of yes: `RCPT` -> '550 no such user'. `hangUp` ends the connection. */
  readonly answers: Map<string, string>;
  readonly server: Server;
}

/** Understands as much SMTP (RFC 5321) as it takes to accept one mail. */
export async function startSmtp(): Promise<SmtpServer> {
  const accepted: SmtpServer['accepted'] = [];
  const answers: SmtpServer['answers'] = new Map();
  const server = createServer((socket) => converse(socket, accepted, answers));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}/?ignoreTLS=true`;
  return { url, accepted, answers, server };
}

function converse(socket: Socket, accepted: SmtpServer['accepted'], answers: SmtpServer['answers']): void {
  let buffer = '';
  let to = '';
  let inData = false;
  const reply = (command: string, usual: string) => {
    const answer = answers.get(command) ?? usual;
    if (answer === 'hangUp') socket.destroy();
    else socket.write(`${answer}\r\n`);
  };
  const lines: Record<string, (rest: string) => void> = {
    EHLO: () => reply('EHLO', '250 test'),
    MAIL: () => reply('MAIL', '250 ok'),
    RCPT: (rest) => {
      to = /<(.*)>/.exec(rest)?.[1] ?? '';
      reply('RCPT', '250 ok');
    },
    DATA: () => {
      inData = true;
      reply('DATA', '354 go on');
    },
    QUIT: () => socket.end('221 bye\r\n'),
  };
  socket.on('error', () => {});
  socket.write('220 test\r\n');
  socket.on('data', (chunk) => {
    buffer += chunk.toString();
    for (;;) {
      const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + (inData ? 5 : 2));
      if (!inData) {
        (lines[line.slice(0, 4).toUpperCase()] ?? (() => reply('?', '250 ok')))(line);
        continue;
      }
      inData = false;
      const answer = answers.get('.') ?? '250 taken';
      if (answer === 'hangUp' || answer.startsWith('250')) accepted.push({ to, data: line });
      reply('.', answer);
    }
  });
}
