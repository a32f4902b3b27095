/** What was sent for one field, as people read it. */
export interface MessageField {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  /** What mails say instead, where choices have other texts for them. */
  readonly mailText?: string | undefined;
  /** Set for what a feature has appended: no field of the form. */
  readonly isAppended?: true;
}

/** What a sender was answered. `status` is the name of the status in calls, such as `mail_sent`. */
export interface SentReply {
  readonly status: string;
  readonly message: string;
  /** Set for a message in quarantine whose sender was told that it arrived. */
  readonly isHeld?: true;
}

export type MessageStatus = 'new' | 'quarantine' | 'spam' | 'answered';

/** Of the mails about a message. `waiting`: until it is released; `failed`: one was refused for good, or all attempts failed. */
export type MessageMailState = 'none' | 'waiting' | 'queued' | 'sent' | 'failed';

/** Of the call of the webhook. `none`: there is none; `failed`: all attempts failed. */
export type MessageWebhookState = 'none' | 'queued' | 'sent' | 'failed';
