import type { Address } from 'viem'
import { deployedOn } from '../decoder/deployedOn.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

const stable: Address = '0x1a1ec25dc08e98e5e93f1104b5e5cdd298707d31'
const layer2: Address = '0x9dda6ef3d919c9bc8885d5560999a3640431e8e6'

/**
 * MetaMask's swap router. An argument selects the aggregator's adapter. `data` starts with the tokens and the amounts
 * after the fee.
 */
export const metamask = defineProtocol({
  id: 'metamask_swap',
  name: 'MetaMask Swaps',
  source: 'https://github.com/MetaMask/contract-metadata',
  contracts: [
    {
      name: 'MetaSwap',
      addresses: {
        ethereum: ['0x881d40237659c251811cec9c364ef91dc08d300c'],
        ...deployedOn(['bsc', 'polygon', 'avalanche'], stable),
        ...deployedOn(['arbitrum', 'optimism', 'base', 'linea'], layer2),
      },
      functions: defineFunctions({
        'swap(string,address,uint256,bytes)': (call) => {
          const data = call.inside(call.bytes(3))
          call.swap({
            tokenIn: data.address(0),
            tokenOut: data.address(1),
            amountIn: data.uint(2),
            amountOut: data.uint(3),
          })
        },
      }),
    },
  ],
})
