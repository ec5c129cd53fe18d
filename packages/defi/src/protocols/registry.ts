import type { Protocol } from '../calldata/protocol.ts'
import { erc20 } from './erc20/erc20.ts'
import { uniswapV2 } from './uniswapV2/uniswapV2.ts'
import { wrappedNative } from './wrappedNative/wrappedNative.ts'

/** Every protocol the decoder knows. Order decides where two claim a selector: the particular before the general. */
export const protocols: readonly Protocol[] = [uniswapV2, wrappedNative, erc20]
