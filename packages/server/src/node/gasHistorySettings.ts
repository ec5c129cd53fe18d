export type GasHistorySettings = {
  /**
   * Calls that one question may cost where the past is not kept yet: two headers, and a call for each 1024 blocks. Below 3
   * the past is kept from now on, and not read. @default 12
   */
  readonly maxCalls?: number
}

export const gasHistoryDefaults = { maxCalls: 12 } as const satisfies GasHistorySettings
