/** Texts of the account link for its script. */
export interface PopupTexts {
  /** Accessible name of the popup. */
  readonly label: string;
  /** Says that the guest's cart came along. */
  readonly merged: string;
  readonly ok: string;
}
