import { nativeToken } from '@outrigger/calldata/internal'
import type { Hex } from 'viem'
import type { MinedLog } from '../minedBlock.ts'
import type { PoolEvent, PoolEventDefinition } from './poolEvent.ts'

/** Exchanges of Uniswap V1, which trade one token against native currency. Their amounts are indexed. */
export const uniswapV1: readonly PoolEventDefinition[] = [
  { signature: 'TokenPurchase(address,uint256,uint256)', decode: (log) => toExchange(log, true) },
  { signature: 'EthPurchase(address,uint256,uint256)', decode: (log) => toExchange(log, false) },
]

function toExchange({ address, topics }: MinedLog, zeroForOne: boolean): PoolEvent | null {
  const [, , sold, bought] = topics
  if (sold === undefined || bought === undefined) return null
  return {
    kind: 'swap',
    protocol: 'uniswap_v1',
    pool: address,
    holder: address,
    zeroForOne,
    amountIn: toAmount(sold),
    amountOut: toAmount(bought),
    ...(zeroForOne ? { tokenIn: nativeToken } : { tokenOut: nativeToken }),
  }
}

const toAmount = (topic: Hex): bigint => (/^0x[\da-f]{64}$/i.test(topic) ? BigInt(topic) : 0n)
