import type { ProviderPool } from '@outrigger/core'
import {
  type Address,
  type Hex,
  hexToBigInt,
  hexToNumber,
  numberToHex,
  padHex,
  type RpcLog,
  toEventSelector,
} from 'viem'
import type { Sighting } from '../position.ts'

const transfer = toEventSelector('Transfer(address,address,uint256)')
const single = toEventSelector('TransferSingle(address,address,address,uint256,uint256)')
const batch = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])')

/** Maximum number of blocks per search. The pool splits them further if a provider accepts fewer. */
export const mostLogBlocks = 10_000n

/** Finds transactions by any sender that moved ERC-20, ERC-721 or ERC-1155 tokens from or to an address. */
export async function findTransfers(
  pool: ProviderPool,
  { address, from, to }: { readonly address: Address; readonly from: bigint; readonly to: bigint },
): Promise<readonly Sighting[]> {
  const who = padHex(address, { size: 32 })
  const multi: readonly Hex[] = [single, batch]
  const filters = [
    [transfer, who],
    [transfer, null, who],
    [multi, null, who],
    [multi, null, null, who],
  ]
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  const answers = await Promise.all(
    filters.map((topics) => pool.send<readonly RpcLog[]>({ method: 'eth_getLogs', params: [{ ...range, topics }] })),
  )
  return answers.flatMap(({ result }) =>
    result.map(({ transactionHash, transactionIndex, blockNumber }) => ({
      hash: transactionHash as Hex,
      index: hexToNumber(transactionIndex as Hex),
      block: hexToBigInt(blockNumber as Hex),
    })),
  )
}
