import { numberToHex, type RpcTransaction } from 'viem'
import type { HistorySource } from '../historySource.ts'

type Block = { readonly transactions: readonly RpcTransaction[] } | null

const width = 50n

/** Reads blocks one by one, for nodes without other methods. Finds sent and received transactions, but no internal ones. */
export const blockScan: HistorySource = {
  name: 'eth_getBlockByNumber',
  findsInternal: false,
  async search({ pool, address, to, from = 0n }) {
    const reached = to < from + width ? from : to - width + 1n
    const numbers = Array.from({ length: Number(to - reached) + 1 }, (_, index) => reached + BigInt(index))
    const blocks = await Promise.all(
      numbers.map((number) =>
        pool.send<Block>({ method: 'eth_getBlockByNumber', params: [numberToHex(number), true] }),
      ),
    )
    const found = blocks.flatMap(({ result }, at) =>
      (result?.transactions ?? []).flatMap(({ hash, from, to: receiver }, index) =>
        from.toLowerCase() === address || receiver?.toLowerCase() === address
          ? [{ hash, index, block: numbers[at] as bigint }]
          : [],
      ),
    )
    return { found, reached }
  },
}
