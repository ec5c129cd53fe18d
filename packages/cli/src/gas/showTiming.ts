import { toGwei } from '@outrigger/core'
import type { GasTiming } from '@outrigger/oracle'
import { toWaitText } from '@outrigger/oracle/internal'
import { toSnakeCase } from '@outrigger/server/internal'
import { formatPercent } from '../output/format.ts'
import { getLineWidth } from '../output/lineWidth.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { wrap } from '../output/text.ts'

/** Shows the advice, and what each waiting time is expected to save. */
export function showTiming(timing: GasTiming, output: Output): void {
  const { chain, standardPerGas, recommendation, trend, best, waits, reasoning } = timing
  const wire = {
    chain,
    current_gas: { standard: toGwei(standardPerGas) },
    recommendation,
    reasoning,
    predicted_trend: trend,
    optimal_wait_seconds: best?.seconds ?? 0,
    waits: waits.map((wait) => toSnakeCase<unknown>({ ...wait })),
  }
  output.data(wire, () => [
    ...wrap(`${recommendation.replaceAll('_', ' ')}: ${reasoning}`, Math.min(80, getLineWidth())),
    ...(waits.length === 0 ? [] : ['', ...toLines(timing)]),
  ])
}

function toLines({ waits }: GasTiming): readonly string[] {
  return toTable(
    [{ title: 'wait' }, ...['saves', 'came true', 'moments'].map((title) => ({ title, align: 'right' as const }))],
    waits.map(({ seconds, saving, confidence, samples }) => [
      toWaitText(seconds),
      formatPercent(saving),
      formatPercent(confidence),
      String(samples),
    ]),
  )
}
