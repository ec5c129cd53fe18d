import {
  type Contract,
  defineFunctions,
  defineProtocol,
  type Functions,
  joinFunctions,
  type Protocol,
} from '../../decoder/protocol.ts'
import { positionFunctions } from '../uniswapV3/positions.ts'
import { defineSwapRouter, single } from '../uniswapV3/router.ts'

/**
 * Functions of pools without a fee tier. Algebra Integral adds the deployer of the pool. The other functions are
 * Uniswap V3's.
 */
const poolSwaps = defineFunctions({
  'exactInputSingle((address,address,address,uint256,uint256,uint256,uint160))': single('in', 2, 4),
  'exactInputSingleSupportingFeeOnTransferTokens((address,address,address,uint256,uint256,uint256,uint160))': single(
    'in',
    2,
    4,
  ),
  'exactOutputSingle((address,address,address,uint256,uint256,uint256,uint160))': single('out', 2, 4),
  'exactInputSingle((address,address,address,address,uint256,uint256,uint256,uint160))': single('in', 3, 5),
  'exactOutputSingle((address,address,address,address,uint256,uint256,uint256,uint160))': single('out', 3, 5),
})

const algebraFunctions: Functions = joinFunctions(defineSwapRouter('algebra'), poolSwaps, positionFunctions)

function fork(id: string, name: string, source: string, addresses: Contract['addresses']): Protocol {
  return defineProtocol({
    id,
    name,
    source,
    contracts: [{ name: 'SwapRouter', addresses, functions: algebraFunctions }],
  })
}

export const algebraForks: readonly Protocol[] = [
  fork('quickswap_v3', 'QuickSwap V3', 'https://docs.quickswap.exchange/technical-reference/smart-contracts', {
    polygon: ['0xf5b509bb0909a69b1c207e495f687a596c168e12'],
  }),
  fork('camelot_v3', 'Camelot V3', 'https://docs.camelot.exchange/contracts', {
    arbitrum: ['0x1f721e2e82f6676fce4ea07a5958cf098d339e18'],
  }),
]

/** Any router with Algebra's functions. */
export const algebra = defineProtocol({
  id: 'algebra',
  name: 'Algebra',
  source: 'https://docs.algebra.finance',
  contracts: [],
  atAnyAddress: poolSwaps,
})
