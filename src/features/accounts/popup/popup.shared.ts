export interface PopupTexts {
  /** Accessible name of the popup. */
  readonly label: string;
  /** Says that the guest's cart was merged into the customer's. */
  readonly merged: string;
  readonly ok: string;
}
