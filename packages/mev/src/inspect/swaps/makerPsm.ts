import type { Address } from 'viem'
import type { MinedLog } from '../minedBlock.ts'
import { uintAt } from '../parse/words.ts'
import type { PoolEvent, PoolEventDefinition } from './poolEvent.ts'

const usdc: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const dai: Address = '0x6b175474e89094c44da98b954eedeac495271d0f'
/** USDC has 6 decimals, DAI 18. */
const scale = 10n ** 12n

/** Maker's peg stability modules for USDC: the original and Lite. */
const modules: readonly Address[] = [
  '0x89b78cfa322f6c5de0abceecab66aee45393cc5a',
  '0xf6e72db5454dd049d0788e411b06cfaf16853042',
]

/** Event data: (owner, value in USDC, fee in DAI). */
export const makerPsm: readonly PoolEventDefinition[] = [
  {
    signature: 'SellGem(address,uint256,uint256)',
    decode: (log) =>
      toExchange(log, (value, fee) => ({
        tokenIn: usdc,
        amountIn: value,
        tokenOut: dai,
        amountOut: value * scale - fee,
      })),
  },
  {
    signature: 'BuyGem(address,uint256,uint256)',
    decode: (log) =>
      toExchange(log, (value, fee) => ({
        tokenIn: dai,
        amountIn: value * scale + fee,
        tokenOut: usdc,
        amountOut: value,
      })),
  },
]

function toExchange(
  { address, data }: MinedLog,
  toAmounts: (value: bigint, fee: bigint) => Pick<PoolEvent, 'tokenIn' | 'tokenOut' | 'amountIn' | 'amountOut'>,
): PoolEvent | null {
  if (!modules.includes(address)) return null
  const amounts = toAmounts(uintAt(data, 0), uintAt(data, 1))
  return { kind: 'swap', protocol: 'maker_psm', pool: address, holder: address, ...amounts }
}
