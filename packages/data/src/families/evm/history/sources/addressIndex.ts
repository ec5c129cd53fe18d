import { type HistoryIndex, indexName } from '../../../historyIndex.ts'
import type { HistorySource } from '../historySource.ts'
import { blockScan } from './blockScan.ts'

/**
 * Creates a source from a local index of addresses, for nodes that offer only blocks and logs. Blocks above and below
 * the indexed range are read one by one.
 */
export const createIndexSource = (index: HistoryIndex): HistorySource => ({
  name: indexName,
  findsInternal: false,
  async search(search) {
    const { address, to, limit } = search
    const answer = index.find({ address, to, limit: limit + 1 })
    if (answer === null || to < BigInt(answer.held.fromBlock)) return scan(search)
    if (to > BigInt(answer.held.toBlock)) return scan({ ...search, from: BigInt(answer.held.toBlock) + 1n })
    const { hits, held } = answer
    const last = hits.at(-1)
    const isCut = last !== undefined && hits.length > limit
    return {
      found: hits.map(({ block, ...rest }) => ({ ...rest, block: BigInt(block) })),
      reached: BigInt(isCut ? last.block : held.fromBlock),
      hasTransfers: true,
    }
  },
})

const scan: HistorySource['search'] = async (search) => ({ ...(await blockScan.search(search)), by: blockScan.name })
