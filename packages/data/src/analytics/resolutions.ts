import type { SeriesLevel } from '@outrigger/core/internal'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Width of a stored bar. Weeks and months are computed from days. */
export type Resolution = '1m' | '5m' | '15m' | '1h' | '1d'

export type Level = SeriesLevel<Resolution>

/** The resolutions of stored bars, finest first. */
export const levels: readonly Level[] = [
  { resolution: '1m', seconds: minute, keptSeconds: 8 * day },
  { resolution: '5m', seconds: 5 * minute, keptSeconds: 32 * day },
  { resolution: '15m', seconds: 15 * minute, keptSeconds: 96 * day },
  { resolution: '1h', seconds: hour, keptSeconds: 400 * day },
  // Kept forever: longer than the age of any chain.
  { resolution: '1d', seconds: day, keptSeconds: 36_600 * day },
]

const byResolution = new Map(levels.map((level) => [level.resolution, level]))

export const levelOf = (resolution: Resolution): Level => byResolution.get(resolution) as Level

/** The longest time that any level is kept. */
export const longestSeconds = Math.max(...levels.map(({ keptSeconds }) => keptSeconds))

/** Number of bars per document. */
export const barsPerDocument = 240

export const documentOf = ({ seconds }: Level, time: number): number => Math.floor(time / (seconds * barsPerDocument))
export const startOf = ({ seconds }: Level, time: number): number => Math.floor(time / seconds) * seconds
