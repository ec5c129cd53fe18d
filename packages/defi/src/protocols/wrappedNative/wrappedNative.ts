import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { defineFunctions, defineProtocol } from '../../calldata/protocol.ts'
import { erc20Functions } from '../erc20/erc20.ts'
import { wrappedNative as addresses } from './addresses.ts'

/** WETH9 and its kin. */
export const wrappedNative = defineProtocol({
  id: 'wrapped_native',
  name: 'Wrapped native token',
  source: 'https://github.com/gnosis/canonical-weth',
  contracts: [
    {
      name: 'WETH9',
      addresses: Object.fromEntries(Object.entries(addresses).map(([chain, address]) => [chain, [address]])) as {
        [chain in ChainName]?: Address[]
      },
      functions: new Map([
        ...erc20Functions,
        ...defineFunctions({
          'deposit()': (call) => call.emit({ kind: 'wrap', token: call.to, amount: call.value }),
          'withdraw(uint256)': (call) => call.emit({ kind: 'unwrap', token: call.to, amount: call.uint(0) }),
        }),
      ]),
      receive: (call) => call.emit({ kind: 'wrap', token: call.to, amount: call.value }),
      fallback: (call) => call.emit({ kind: 'wrap', token: call.to, amount: call.value }),
    },
  ],
})
