import { once } from 'node:events'
import type { ChainName } from '@outrigger/core'
import { createTokenRegistry } from '@outrigger/mempool'
import type { Inspection, MinedFinding } from '@outrigger/mev/inspect'
import { type Address, formatEther } from 'viem'
import type { Output } from '../output/output.ts'
import { type Column, createTable } from '../output/table.ts'
import { toMinedFindingRows } from '../rows/minedFindings.ts'
import { toFindingRow } from './findingRow.ts'

const columns: readonly Column[] = [
  { title: 'block', width: 10 },
  { title: 'kind', width: 11 },
  { title: 'profit', align: 'right', width: 14 },
  { title: 'first', shorten: true, width: 11 },
  { title: 'what', text: true },
]

const progressEvery = 50

/** Prints the findings of each block when it is read, and what could not be read. */
export async function showInspections(
  chain: ChainName,
  inspections: AsyncIterable<Inspection>,
  output: Output,
): Promise<void> {
  const table = createTable(columns)
  const tokens = createTokenRegistry({ chain })
  const toToken = (address: string) => tokens.peek(address as Address)
  let [blocks, found] = [0, 0]
  for await (const { blockNumber, timestamp, findings, skipped } of inspections) {
    findings.forEach((finding, index) => {
      const context = { chain, timestamp, index, toToken }
      output.data(
        toFindingRow(finding, context),
        () => table.toLines([toCells(finding)]),
        () => toMinedFindingRows(finding, context),
      )
    })
    for (const { hash, index, reason } of skipped)
      output.note(`Block ${blockNumber}: transaction ${hash ?? index} is skipped. ${reason}`)
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
    blocks += 1
    found += findings.length
    if (blocks % progressEvery === 0) output.progress(`${blocks} blocks, ${found} findings`)
  }
  if (!output.json)
    output.note(`${blocks} ${blocks === 1 ? 'block' : 'blocks'}, ${found} ${found === 1 ? 'finding' : 'findings'}`)
}

function toCells(finding: MinedFinding): readonly string[] {
  const { blockNumber, kind, transactions, profitWei } = finding
  const profit = profitWei === null ? '' : `${Number(formatEther(profitWei)).toFixed(6)} ETH`
  return [String(blockNumber), kind, profit, transactions[0] ?? '', describe(finding)]
}

function describe(finding: MinedFinding): string {
  switch (finding.kind) {
    case 'arbitrage':
      return finding.details.swaps.map(({ protocol }) => protocol).join(' → ')
    case 'sandwich':
    case 'jit':
      return `${finding.details.victims.length} of others`
    case 'liquidation':
      return finding.details.protocol
  }
}
