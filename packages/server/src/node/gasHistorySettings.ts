export type GasHistorySettings = {
  /**
   * Maximum calls that one request makes to read missing history: two headers, plus a call for each 1024 blocks. Below 3, history
   * is
   * recorded from now on but not read back. @default 12
   */
  readonly maxCalls?: number
}

export const gasHistoryDefaults = { maxCalls: 12 } as const satisfies GasHistorySettings
