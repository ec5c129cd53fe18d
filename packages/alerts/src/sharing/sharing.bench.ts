import { startPostgres } from '@outrigger/devnet/postgres'
import { type NodeFault, surviveTogether } from './fixtures/together.ts'

/**
 * Benchmark `npm run bench -- "several nodes"`: runs three nodes on PostgreSQL and breaks their leader every 20
 * seconds.
 */
export const suite = { name: 'several nodes', run }

const minutes = Number(process.env['OUTRIGGER_BENCH_MINUTES'] ?? 5)

async function run() {
  const kinds: readonly NodeFault[] = ['kill', 'kill', 'cut', 'kill', 'stop']
  const faults = Array.from({ length: minutes * 3 }, (_, index) => kinds[index % kinds.length] ?? 'kill')
  await using cluster = await startPostgres()
  const { crossings, ids, lost, repeated, leaders, longestMs } = await surviveTogether({
    cluster,
    faults,
    everyMs: 20_000,
    intervalMs: 50,
  })
  return [
    { name: `crossings reported while the leader was broken ${faults.length} times`, value: crossings, unit: '' },
    { name: 'lost', value: lost, unit: '', bar: { atMost: 0 } },
    { name: 'second ids', value: ids - crossings + lost, unit: '', bar: { atMost: 0 } },
    { name: 'arrived twice, with the same id', value: repeated, unit: '' },
    { name: 'leaders', value: leaders, unit: '', bar: { atLeast: faults.length } },
    { name: 'longest delay', value: longestMs, unit: 'ms', bar: { atMost: 10_000 } },
  ]
}
