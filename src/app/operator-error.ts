/** Thrown when the shop can't open or stay open. The message tells an operator what is wrong and what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** @param problems names each wrong setting and the expected value */
export function createSettingsError(problems: readonly string[]): OperatorError {
  const list = problems.map((problem) => `  ${problem}`).join('\n');
  return new OperatorError(`These settings are wrong:\n${list}\ndocs/configuration.md lists them all.`);
}

/** Returns the message of an error made for operators, or null for an error that needs its stack. */
export function getOperatorMessage(error: unknown): string | null {
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof Error)) return null;
  if (['EmbeddedError', 'MigrationError', 'BackupError', 'ShopConfigError'].includes(error.name)) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC') return 'The disk is full. Free some space and start again. No committed data is lost.';
  return null;
}

/** Writes to standard error why the shop cannot open, with the stack when the error is unexpected. */
export function reportStartFailure(error: unknown): void {
  const stack = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`\nVitrine can't open.\n\n${getOperatorMessage(error) ?? stack}\n\n`);
}

/**
 * Explains why a port could not be opened.
 * @param setting `PORT` or `METRICS_PORT`
 * @returns null when the error has another cause
 */
export function createPortError(error: unknown, port: number, setting: string): OperatorError | null {
  const code = (error as NodeJS.ErrnoException).code;
  const host = setting.replace('PORT', 'HOST');
  if (code === 'EADDRINUSE') {
    return new OperatorError(
      `Port ${port} is taken by another program. Stop it, or choose another port: ${setting}=${port + 1} npm start`,
    );
  }
  if (code === 'EACCES')
    return new OperatorError(
      `This user may not open port ${port}. Choose a port above 1023: ${setting}=3000 npm start`,
    );
  return code === 'EADDRNOTAVAIL'
    ? new OperatorError(`${host} is not an address of this machine. Remove it, or set it to one that is.`)
    : null;
}
