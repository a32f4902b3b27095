/** The shop can't open, or can't stay open; the message says to an operator what is wrong and what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** @param problems each wrong setting with what is expected */
export function createSettingsError(problems: readonly string[]): OperatorError {
  const list = problems.map((problem) => `  ${problem}`).join('\n');
  return new OperatorError(`These settings are wrong:\n${list}\ndocs/configuration.md lists them all.`);
}

/** Errors whose message is meant for an operator, by their code: no stack is shown for them. */
export function getOperatorMessage(error: unknown): string | null {
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof Error)) return null;
  if (['EmbeddedError', 'MigrationError', 'BackupError'].includes(error.name)) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC') return 'The disk is full. Free some space and start again; nothing committed is lost.';
  return null;
}

/** Writes to standard error why the shop can't open: what an operator can do, or where an unknown error came from. */
export function reportStartFailure(error: unknown): void {
  const unknown = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`\nVitrine can't open.\n\n${getOperatorMessage(error) ?? unknown}\n\n`);
}

/** Says why a port can't be had. */
export function createPortError(error: unknown, port: number, setting: string): OperatorError | null {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    return new OperatorError(
      `Port ${port} is taken by another program. Stop it, or choose another port: ${setting}=${port + 1} npm start`,
    );
  }
  if (code === 'EACCES')
    return new OperatorError(
      `Port ${port} may not be opened by this user. Choose one above 1023: ${setting}=3000 npm start`,
    );
  return code === 'EADDRNOTAVAIL'
    ? new OperatorError('HOST is no address of this machine. Leave it out, or name one that is.')
    : null;
}
