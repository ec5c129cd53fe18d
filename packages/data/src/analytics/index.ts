export type { CounterBackfill, CounterBackfillOptions } from './backfill.ts'
export type { BlockActivity } from './blockActivity.ts'
export {
  type ChainCounters,
  type ChainCountersOptions,
  createChainCounters,
} from './chainCounters.ts'
export type { Counts } from './compute/counts.ts'
export type { Interval } from './compute/intervals.ts'
export { sketchError } from './compute/sketch.ts'
export type { CounterBar, CounterBars, CounterCoverage, TimeSpan } from './counterTypes.ts'
