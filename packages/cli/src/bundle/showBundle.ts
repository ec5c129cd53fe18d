import type { Response } from '@outrigger/api/contract'
import { formatEther } from 'viem'
import { toTable } from '../output/table.ts'

export function showSimulation(simulation: Response<'mevSimulate'>): readonly string[] {
  const { success, simulation_block, total_gas_used, coinbase_diff, results } = simulation
  return [
    `${success ? 'succeeds' : 'fails'} as block ${simulation_block}`,
    `${total_gas_used} gas · ${formatEther(BigInt(coinbase_diff))} to the builder`,
    ...toTable(
      [
        { title: 'transaction', shorten: true },
        { title: 'gas', align: 'right' },
        { title: 'logs', align: 'right' },
        { title: 'slots', align: 'right' },
        { title: 'result', text: true },
      ],
      results.map((one) => [
        one.tx_hash,
        String(one.gas_used),
        toCount(one.logs),
        toCount(one.state_changes),
        one.error ?? 'succeeds',
      ]),
    ),
  ]
}

const toCount = (list: readonly unknown[] | null) => (list === null ? '-' : String(list.length))

export function showBundle(bundle: Response<'mevBundle'>): readonly string[] {
  const { bundle_hash, status, target_block, included_block, submissions, why } = bundle
  const where = included_block === null ? `for block ${target_block}` : `in block ${included_block}`
  return [
    bundle_hash,
    `${status} ${where}`,
    ...toTable(
      [
        { title: 'relay' },
        { title: 'block', align: 'right' },
        { title: 'ms', align: 'right' },
        { title: 'answer', text: true },
      ],
      submissions.map((one) => [
        one.relay,
        String(one.block_number),
        one.latency_ms === null ? '-' : String(one.latency_ms),
        one.message === null ? one.outcome : `${one.outcome}: ${one.message}`,
      ]),
    ),
    ...showWhy(why),
  ]
}

/** Reasons, the most important first. */
const showWhy = (why: Response<'mevBundle'>['why']): readonly string[] =>
  why === null
    ? []
    : toTable(
        [{ title: 'why' }, { title: '', text: true }],
        why.map(({ reason, message }) => [reason, message]),
      )
