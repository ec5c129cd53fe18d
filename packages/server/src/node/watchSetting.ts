/** `atStart`, or `onUse` to start with the first request because watching costs calls to the providers. False disables it. */
export type WatchSetting = 'atStart' | 'onUse' | false
