export function chooseMessage(error: unknown, errorMessages: Readonly<Record<string, string>>): string {
  if (typeof error === 'string') return error;
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const configured = typeof code === 'string' && Object.hasOwn(errorMessages, code) ? errorMessages[code] : undefined;
  return configured ?? (typeof message === 'string' ? message : '');
}

export function isClosedByShopper(error: unknown): boolean {
  return /detected (popup|component window) close|window (is )?closed/i.test(chooseMessage(error, {}));
}

export function isPopupBlocked(error: unknown): boolean {
  return /can ?not open popup|popup.*blocked/i.test(chooseMessage(error, {}));
}
