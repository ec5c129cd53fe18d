export { computeMostGrowth } from '../windowBaseFee.ts'
export type { BacktestBlock } from './incumbents.ts'
export { parseBlocks } from './parseBlocks.ts'
export {
  type BacktestOptions,
  type BacktestReport,
  type CalibrationRow,
  type EstimatorRow,
  runBacktest,
} from './runBacktest.ts'
