/** What the server writes in front of the script. */
export interface SdkConfig {
  readonly baseUrl: string;
  readonly version: string;
  readonly components: readonly string[];
  readonly currency: string;
  readonly intent: string;
  readonly commit: boolean;
  readonly locale: string;
  readonly merchantId: string | null;
  readonly enabledFunding: readonly string[];
  readonly disabledFunding: readonly string[];
  readonly onClose: 'cancel' | 'error' | 'both';
  readonly onBlocked: 'frame' | 'error';
  readonly hasApp: boolean;
  readonly hasCardFields: boolean;
  readonly hasSheets: boolean;
}

export declare const sdkConfig: SdkConfig;
