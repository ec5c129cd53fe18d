/** `atStart` · `onUse`: watching costs calls at the providers, so it starts with the first request · false: never. */
export type WatchSetting = 'atStart' | 'onUse' | false
