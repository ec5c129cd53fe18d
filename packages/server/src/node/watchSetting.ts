/** `atStart` · `onUse`: watching costs calls at the providers, so it waits until somebody asks · false: never. */
export type WatchSetting = 'atStart' | 'onUse' | false
