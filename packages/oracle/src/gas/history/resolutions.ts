import type { SeriesLevel } from '@outrigger/core/internal'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Widths of a bar. */
export const resolutions = ['1m', '5m', '15m', '1h', '6h', '1d'] as const
export type Resolution = (typeof resolutions)[number]

export type Level = SeriesLevel<Resolution>

/** Bar widths and how long their bars are kept, finest first. */
export const levels: readonly Level[] = [
  { resolution: '1m', seconds: minute, keptSeconds: 8 * day },
  { resolution: '5m', seconds: 5 * minute, keptSeconds: 32 * day },
  { resolution: '15m', seconds: 15 * minute, keptSeconds: 96 * day },
  { resolution: '1h', seconds: hour, keptSeconds: 400 * day },
  { resolution: '6h', seconds: 6 * hour, keptSeconds: 800 * day },
  { resolution: '1d', seconds: day, keptSeconds: 1600 * day },
]

export const levelOf = (resolution: Resolution): Level =>
  levels.find((level) => level.resolution === resolution) as Level

/** Longest retention. */
export const longestSeconds = Math.max(...levels.map(({ keptSeconds }) => keptSeconds))

/** Returns the narrowest width with which at most `most` bars cover the time. */
export const chooseWidth = (seconds: number, most: number): Resolution =>
  (levels.find((level) => seconds / level.seconds <= most) ?? (levels.at(-1) as Level)).resolution
