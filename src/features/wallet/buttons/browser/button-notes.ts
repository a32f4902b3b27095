import { announce } from '#platform/islands/browser/announce.ts';

export interface NoteAction {
  readonly label: string;
  readonly run: () => void;
  /** Whether the action looks like a main button, since it takes the place of the wallet's buttons. */
  readonly isMain?: boolean;
}

/** Shows a text and actions for the shopper in the space that is reserved for the buttons. */
export function showButtonNote(root: HTMLElement, text: string, ...actions: NoteAction[]): void {
  removeButtonNote(root);
  const note = document.createElement('div');
  note.className = 'wallet__note';
  const words = document.createElement('p');
  words.textContent = text;
  const row = document.createElement('div');
  row.className = 'wallet__actions';
  row.append(...actions.map(createAction));
  note.append(words, row);
  root.prepend(note);
  announce(text);
}

export function removeButtonNote(root: HTMLElement): void {
  root.querySelector(':scope > .wallet__note')?.remove();
}

function createAction({ label, run, isMain = false }: NoteAction): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = isMain ? 'button' : 'button button--text';
  button.textContent = label;
  button.addEventListener('click', run);
  return button;
}

/** Detects browsers inside apps, in which the wallet's window stays blank or does not open. */
export const isInAppBrowser = (): boolean =>
  /FBA[NV]\/|Instagram|MicroMessenger|Snapchat|Pinterest\/|BytedanceWebview|musical_ly|LinkedInApp|\bLine\/|; wv\)/.test(
    navigator.userAgent,
  );
