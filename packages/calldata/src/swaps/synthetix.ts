import type { ChainName } from '@outrigger/core'
import type { Address, Hex } from 'viem'
import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/** Proxies of the synths by currency key, in ASCII. Source: https://docs.synthetix.io/addresses */
const synths: { readonly [chain in ChainName]?: ReadonlyMap<string, Address> } = {
  ethereum: new Map([
    ['73555344', '0x57ab1ec28d129707052df4df418d58a2d46d5f51'], // sUSD
    ['73455448', '0x5e74c9036fb86bd7ecdcb084a0673efc32ea31cb'], // sETH
    ['73425443', '0xfe18be6b3bd88a2d2a7f928d00292e7a9963cfc6'], // sBTC
    ['73455552', '0xd71ecff9342a5ced620049e616c5035f1db98620'], // sEUR
  ]),
  optimism: new Map([
    ['73555344', '0x8c6f28f2f1a3c87f0f938b96d27520d9751ec8d9'],
    ['73455448', '0xe405de8f52ba7559f9df3c368500b6e6ae6cee49'],
  ]),
}

const noMore = '0'.repeat(56)

/**
 * Returns the synth of a key. Keys were `bytes4` until 2019 and are `bytes32` since. Both are left-aligned in their
 * word.
 */
function toSynth(call: Call, key: Hex): Address | null {
  return key.endsWith(noMore) ? (synths[call.chain]?.get(key.slice(2, 10)) ?? null) : null
}

function exchange(call: Call, first = 0, recipient?: number): void {
  call.swap({
    tokenIn: toSynth(call, call.word(first)),
    tokenOut: toSynth(call, call.word(first + 2)),
    amountIn: call.uint(first + 1),
    recipient: recipient === undefined ? null : call.address(recipient),
  })
}

export const synthetix = defineProtocol({
  id: 'synthetix',
  name: 'Synthetix',
  source: 'https://docs.synthetix.io/addresses',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      (call) => exchange(call),
      'exchange(bytes32,uint256,bytes32)',
      'exchangeWithTracking(bytes32,uint256,bytes32,address,bytes32)',
      'exchangeWithTrackingForInitiator(bytes32,uint256,bytes32,address,bytes32)',
      'exchangeWithVirtual(bytes32,uint256,bytes32,bytes32)',
    ),
    ...each(
      (call) => exchange(call, 0, 3),
      'exchange(bytes32,uint256,bytes32,address)',
      'exchange(bytes4,uint256,bytes4,address)',
    ),
    ...each(
      (call) => exchange(call, 1, 0),
      'exchangeOnBehalf(address,bytes32,uint256,bytes32)',
      'exchangeOnBehalfWithTracking(address,bytes32,uint256,bytes32,address,bytes32)',
    ),
    'exchangeAtomically(bytes32,uint256,bytes32,bytes32,uint256)': (call) =>
      call.swap({
        tokenIn: toSynth(call, call.word(0)),
        tokenOut: toSynth(call, call.word(2)),
        amountIn: call.uint(1),
        amountOut: call.uint(4),
      }),
  }),
})
