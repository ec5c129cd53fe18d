import { type ChainProfile, chains } from '@outrigger/core'
import type { Address } from 'viem'
import { mapChains } from '../decoder/deployment.ts'
import { defineFunctions, defineProtocol, joinFunctions } from '../decoder/protocol.ts'
import { erc20Functions } from './erc20/erc20.ts'

/** WETH9 and similar contracts. */
export const wrappedNative = defineProtocol({
  id: 'wrapped_native',
  name: 'Wrapped native token',
  source: 'https://github.com/gnosis/canonical-weth',
  contracts: [
    {
      name: 'WETH9',
      addresses: mapChains<ChainProfile, readonly Address[]>(chains, ({ wrappedNative }) =>
        wrappedNative === null ? undefined : [wrappedNative],
      ),
      functions: joinFunctions(
        erc20Functions,
        defineFunctions({
          'deposit()': (call) => call.emit({ kind: 'wrap', token: call.to, amount: call.value }),
          'withdraw(uint256)': (call) => call.emit({ kind: 'unwrap', token: call.to, amount: call.uint(0) }),
        }),
      ),
      receive: (call) => call.emit({ kind: 'wrap', token: call.to, amount: call.value }),
      fallback: (call) => call.emit({ kind: 'wrap', token: call.to, amount: call.value }),
    },
  ],
})
