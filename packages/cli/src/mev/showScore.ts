import type { ScoreReport, TypeScore } from '@outrigger/mev/score'
import { toSnakeCase } from '@outrigger/server/internal'
import { formatEther } from 'viem'
import { formatCount, formatPercent } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { type Column, toTable } from '../output/table.ts'

const right = (title: string): Column => ({ title, align: 'right' })

/**
 * Shows one row per type of finding, and a last row for all types. Tables of the results by tenths of confidence and of
 * the undecided findings follow. Without any finding, shows the note `ifEmpty`.
 */
export function showScore({ chain, types, all }: ScoreReport, output: Output, ifEmpty: string): void {
  const rows: readonly (readonly [string, TypeScore])[] = [...Object.entries(types), ['all', all]]
  if (output.json) for (const [type, score] of rows) output.data(toScoreRow(chain, type, score), () => [])
  else if (all.predictions + countVoids(all) === 0) output.note(ifEmpty)
  else output.data(rows, () => [...toTypeLines(rows), '', ...toBinLines(all), ...toVoidLines(all)])
}

function toScoreRow(chain: string, type: string, { bins, voids, ...score }: TypeScore): Record<string, unknown> {
  return {
    chain,
    type,
    ...toSnakeCase<unknown>(score),
    voids: toSnakeCase<unknown>({ ...voids }),
    bins: bins.map(({ confidence, ...bin }, index) => ({
      from: index / bins.length,
      ...toSnakeCase<unknown>(bin),
      mean_confidence: bin.predictions === 0 ? null : confidence / bin.predictions,
    })),
  }
}

const toEther = (wei: bigint) => Number(formatEther(wei)).toFixed(4)

function toTypeLines(rows: readonly (readonly [string, TypeScore])[]): readonly string[] {
  return toTable(
    [{ title: 'type' }, ...['predicted', 'held', 'sure', 'off by', 'estimated', 'realized', 'error'].map(right)],
    rows.map(([type, score]) => [
      type,
      formatCount(score.predictions),
      formatPercent(score.hitShare),
      formatPercent(score.meanConfidence),
      formatPercent(score.expectedCalibrationError),
      toEther(score.estimatedProfit),
      toEther(score.realizedProfit),
      formatPercent(score.profitError?.median ?? null),
    ]),
  )
}

function toBinLines({ bins }: TypeScore): readonly string[] {
  return toTable(
    [{ title: 'confidence' }, ...['predicted', 'held', 'sure'].map(right)],
    bins.flatMap(({ predictions, held, confidence }, index) =>
      predictions === 0
        ? []
        : [
            [
              `${index * 10}-${(index + 1) * 10} %`,
              formatCount(predictions),
              formatPercent(held / predictions),
              formatPercent(confidence / predictions),
            ],
          ],
    ),
  )
}

const countVoids = ({ voids }: TypeScore) => Object.values(voids).reduce((sum, count) => sum + count, 0)

function toVoidLines(score: TypeScore): readonly string[] {
  const count = countVoids(score)
  if (count === 0) return []
  const reasons = Object.entries(toSnakeCase({ ...score.voids })).map(
    ([why, times]) => `${times} ${why.replaceAll('_', ' ')}`,
  )
  return ['', `Not counted: ${formatCount(count)}`, ...reasons.map((reason) => `  ${reason}`)]
}
