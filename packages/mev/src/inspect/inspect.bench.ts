import { readRecording } from '@outrigger/devnet/recorded'
import { inspectTransactions } from './inspectTransactions.ts'
import { parseBlock } from './parse/parseBlock.ts'

/** Benchmark of labeling recorded blocks from traces, parsed JSON and text. Run by `npm run bench`. */
export const suite = { name: 'mined blocks', run }

/** Throughput of mev-inspect-py on these blocks with one thread and no database. */
const mevInspectPyPerSecond = 1_618
const rounds = 500

async function run() {
  const lines = readRecording('mev-inspect-py/blocks.ndjson.gz').trim().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as unknown)
  const blocks = rows.map(parseBlock).filter((block) => block !== null)
  const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0)
  const perSecond = (work: () => void) => {
    for (let round = 0; round < rounds; round += 1) work()
    const before = process.cpuUsage()
    for (let round = 0; round < rounds; round += 1) work()
    // Uses CPU time, so that other work on the machine does not affect the result.
    const { user, system } = process.cpuUsage(before)
    return (transactions * rounds * 1_000_000) / (user + system)
  }
  const label = perSecond(() => {
    for (const block of blocks) inspectTransactions(block)
  })
  const parsed = perSecond(() => {
    for (const row of rows) {
      const block = parseBlock(row)
      if (block !== null) inspectTransactions(block)
    }
  })
  const text = perSecond(() => {
    for (const line of lines) {
      const block = parseBlock(JSON.parse(line))
      if (block !== null) inspectTransactions(block)
    }
  })
  return [
    { name: 'labelled, blocks as read', value: label, unit: 'tx/s' },
    { name: 'labelled, from parsed JSON', value: parsed, unit: 'tx/s' },
    { name: 'labelled, from text', value: text, unit: 'tx/s' },
    {
      name: 'from parsed JSON / mev-inspect-py (1,618 tx/s)',
      value: parsed / mevInspectPyPerSecond,
      unit: 'x',
      bar: { atLeast: 50 },
    },
  ]
}
