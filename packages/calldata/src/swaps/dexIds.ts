import { swapProtocols } from './swapProtocols.ts'
import { uniswapFamily } from './uniswapFamily.ts'

/** Protocols that contain swaps of other protocols and have none of their own. */
const carriers = ['multicall', 'permit2']
/** Lenders with adapters that swap collateral and debt. */
const lenders = ['aave_v2', 'aave_v3']

/** Ids that `SwapAction.protocol` may have. */
export const dexIds: readonly string[] = [
  ...new Set([...uniswapFamily, ...swapProtocols].map(({ id }) => id).filter((id) => !carriers.includes(id))),
  ...lenders,
]
