export interface MessageField {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  /** What mails say instead of the values. */
  readonly mailText?: string | undefined;
  /** Set for a text that a feature has appended. */
  readonly isAppended?: true;
}

/** `status` is the name of the status in calls, such as `mail_sent`. */
export interface SentReply {
  readonly status: string;
  readonly message: string;
  /** Set for a message in quarantine whose sender was told that it arrived. */
  readonly isHeld?: true;
}

export type MessageStatus = 'new' | 'quarantine' | 'spam' | 'answered';

/**
 * State of the mails. `waiting`: until the message is released; `failed`: one was refused for good, or all
 * attempts failed.
 */
export type MessageMailState = 'none' | 'waiting' | 'queued' | 'sent' | 'failed';

/** State of the call of the webhook. `failed`: all attempts failed. */
export type MessageWebhookState = 'none' | 'queued' | 'sent' | 'failed';
