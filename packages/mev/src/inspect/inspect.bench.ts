import { readRecording } from '@outrigger/devnet/recorded'
import { inspectTransactions } from './inspectTransactions.ts'
import { parseBlock } from './parse/parseBlock.ts'

/** What `npm run bench` runs: labelling recorded blocks, by their traces, from parsed JSON and from text. */
export const suite = { name: 'mined blocks', run }

/** mev-inspect-py on these blocks, one thread, database left out. */
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
    // Time of the processor, so that other work on the machine does not count.
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
