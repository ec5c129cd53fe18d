import type { PoolBook } from '@outrigger/defi/dex'
import type { ScoreKeeper, ScoreReport } from '@outrigger/mev/score'
import type { Metrics } from './metrics.ts'

/** The parts of one chain's MEV detection that are measured. */
type RunningMev = { readonly book: PoolBook; readonly score: ScoreKeeper }

/** Adds metrics of the pool books, and of how findings compared with what happened on the chain, by chain and type. */
export function addMevMetrics(metrics: Metrics, toRunning: () => readonly RunningMev[]): void {
  const toReports = () => toRunning().map(({ score }) => score.report())
  metrics.addGauge({
    name: 'outrigger_mev_pools',
    help: 'Pools of the DEXes: known by name, loaded with their state, waiting to be read',
    labels: ['chain', 'state'],
    read: () =>
      toRunning().flatMap(({ book }) => {
        const { known, loaded, waiting } = book.status()
        return Object.entries({ known, loaded, waiting }).map(([state, value]) => ({
          labels: { chain: book.chain, state },
          value,
        }))
      }),
  })
  const read = (toValue: (score: ScoreReport['all']) => number | null) => () =>
    toReports().flatMap(({ chain, types }) =>
      Object.entries(types).flatMap(([type, score]) => {
        const value = score === undefined ? null : toValue(score)
        return value === null ? [] : [{ labels: { chain, type }, value }]
      }),
    )
  const labels = ['chain', 'type']
  metrics.addCounter({
    name: 'outrigger_mev_predictions_total',
    help: 'MEV findings that were compared with the chain',
    labels,
    read: read(({ predictions }) => predictions),
  })
  metrics.addCounter({
    name: 'outrigger_mev_predictions_held_total',
    help: 'MEV findings that would have yielded at least 90 % of their estimate',
    labels,
    read: read(({ bins }) => bins.reduce((sum, { held }) => sum + held, 0)),
  })
  metrics.addGauge({
    name: 'outrigger_mev_confidence_mean',
    help: 'Mean confidence of the MEV findings that were compared with the chain',
    labels,
    read: read(({ meanConfidence }) => meanConfidence),
  })
  metrics.addGauge({
    name: 'outrigger_mev_calibration_error',
    help: 'Expected calibration error of MEV confidence',
    labels,
    read: read(({ expectedCalibrationError }) => expectedCalibrationError),
  })
}
