import { hexToBigInt, hexToNumber, type RpcTransaction } from 'viem'
import type { HistorySource } from '../historySource.ts'

type Page = { readonly txs: readonly RpcTransaction[]; readonly firstPage: boolean; readonly lastPage: boolean }

/**
 * `ots_searchTransactionsBefore` of Erigon, reth and anvil finds sent, received and internal transactions. The method
 * excludes the requested block, block 0 means the head, and its pages contain whole blocks.
 */
export const otterscan: HistorySource = {
  name: 'ots_searchTransactionsBefore',
  findsInternal: true,
  async search({ pool, address, to, limit }) {
    const params = [address, Number(to) + 1, Math.min(Math.max(limit, 25), 500)]
    const { result } = await pool.send<Page>({ method: 'ots_searchTransactionsBefore', params })
    const found = result.txs.map(({ hash, blockNumber, transactionIndex }) => ({
      hash,
      block: hexToBigInt(blockNumber as `0x${string}`),
      index: hexToNumber(transactionIndex as `0x${string}`),
    }))
    let oldest = to
    for (const { block } of found) if (block < oldest) oldest = block
    return { found, reached: result.lastPage || found.length === 0 ? 0n : oldest }
  },
}
