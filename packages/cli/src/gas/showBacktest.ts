import type { BacktestReport } from '@outrigger/oracle/internal'
import { toSnakeCase } from '@outrigger/server/internal'
import { formatCount } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { type Column, toTable } from '../output/table.ts'

const right = (title: string): Column => ({ title, align: 'right' })
const percent = (share: number, digits = 1) => `${(100 * share).toFixed(digits)} %`

/**
 * Shows two tables: the stated confidences with the actual shares, and the overpayment of each estimator for the next
 * block.
 */
export function showBacktest(chain: string, report: BacktestReport, output: Output): void {
  const { calibration, estimators, ...counts } = report
  const wire = {
    chain,
    ...counts,
    calibration: calibration.map((row) => toSnakeCase<unknown>({ ...row })),
    estimators: estimators.map((row) => toSnakeCase<unknown>({ ...row })),
  }
  output.data(wire, () => [
    ...toCalibrationLines(report),
    '',
    ...toEstimatorLines(report),
    '',
    `${formatCount(report.judged)} of ${formatCount(report.blocks)} blocks tested.`,
    'The first ones only train the model.',
  ])
}

function toCalibrationLines({ calibration }: BacktestReport): readonly string[] {
  return toTable(
    ['window', 'stated', 'realized', 'expected', 'cap short'].map(right),
    calibration.map(({ blocks, stated, realized, samples, expected, capShort }) => [
      `${blocks} ${blocks === 1 ? 'block' : 'blocks'}`,
      percent(stated, 0),
      samples === 0 ? '-' : percent(realized),
      `${percent(expected.low)} to ${percent(expected.high)}`,
      formatCount(capShort),
    ]),
  )
}

function toEstimatorLines({ estimators }: BacktestReport): readonly string[] {
  return toTable(
    [{ title: 'next block' }, ...['included', 'overpaid, median', 'mean'].map(right)],
    estimators.map(({ name, inclusion, medianOverpaid, meanOverpaid }) => [
      name,
      percent(inclusion),
      percent(medianOverpaid),
      percent(meanOverpaid),
    ]),
  )
}
