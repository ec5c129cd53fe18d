import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { deployedOn } from '../../decoder/deployedOn.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol, joinFunctions } from '../../decoder/protocol.ts'

/** Decodes `(token, amount, expiration, nonce)` at the start of `args`. */
function approve(call: Call, args: Args, spender: Args, at: number): void {
  call.emit({ kind: 'approval', token: args.address(0), spender: spender.address(at), amount: args.uint(1) })
}

/** Decodes `((details), spender, sigDeadline)` inline, from the given word on. */
export function permitSingle(call: Call, index: number): void {
  const permit = call.inline(index)
  approve(call, permit, permit, 4)
}

/** Decodes `((details)[], spender, sigDeadline)`. The given word is its offset. */
export function permitBatch(call: Call, index: number): void {
  const permit = call.tuple(index)
  const details = permit.list(0, 4)
  for (let item = 0; item < details.length; item++) approve(call, details.inline(item * 4), permit, 1)
}

/** Decodes `(from, to, amount, token)[]`. */
export function transferBatch(call: Call, index: number): void {
  const list = call.list(index, 4)
  for (let item = 0; item < list.length; item++) transfer(call, list.inline(item * 4))
}

function transfer(call: Call, args: Args): void {
  call.emit({
    kind: 'transfer',
    token: args.address(3),
    from: args.address(0),
    to: args.address(1),
    amount: args.uint(2),
  })
}

/** Decodes a signed transfer: `((token, permitted), nonce, deadline), (to, requested), owner`. */
const signedTransfer: Decode = (call) =>
  call.emit({
    kind: 'transfer',
    token: call.address(0),
    from: call.address(6),
    to: call.address(4),
    amount: call.uint(5),
  })

const signedTransfers: Decode = (call) => {
  const permit = call.tuple(0)
  const [permitted, details] = [permit.list(0, 2), call.list(1, 2)]
  const from = call.address(2)
  if (permitted.length !== details.length) call.reject()
  for (let item = 0; item < details.length; item++)
    call.emit({
      kind: 'transfer',
      token: permitted.address(item * 2),
      from,
      to: details.address(item * 2),
      amount: details.uint(item * 2 + 1),
    })
}

/** Permit functions of Permit2. V4's PositionManager forwards them to it. */
export const allowanceFunctions = defineFunctions({
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)': (call) => permitSingle(call, 1),
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)': (call) => permitBatch(call, 1),
  'permitBatch(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)': (call) => permitBatch(call, 1),
})

const permit2Functions = joinFunctions(
  allowanceFunctions,
  defineFunctions({
    'approve(address,address,uint160,uint48)': (call) =>
      call.emit({ kind: 'approval', token: call.address(0), spender: call.address(1), amount: call.uint(2) }),
    'transferFrom(address,address,uint160,address)': (call) => transfer(call, call),
    'transferFrom((address,address,uint160,address)[])': (call) => transferBatch(call, 0),
    ...each(
      signedTransfer,
      'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)',
      'permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)',
    ),
    ...each(
      signedTransfers,
      'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)',
      'permitWitnessTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes32,string,bytes)',
    ),
    ...each(
      otherAction,
      'lockdown((address,address)[])',
      'invalidateNonces(address,address,uint48)',
      'invalidateUnorderedNonces(uint256,uint256)',
    ),
  }),
)

const chains: readonly ChainName[] = [
  'ethereum',
  'optimism',
  'gnosis',
  'unichain',
  'polygon',
  'worldchain',
  'moonbeam',
  'base',
  'arbitrum',
  'celo',
  'avalanche',
  'ink',
  'linea',
  'blast',
]

export const permit2Address: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'

export const permit2 = defineProtocol({
  id: 'permit2',
  name: 'Permit2',
  source: 'https://docs.uniswap.org/contracts/permit2/overview',
  contracts: [
    {
      name: 'Permit2',
      addresses: {
        ...deployedOn(chains, permit2Address),
        // The second is PancakeSwap's own.
        bsc: [permit2Address, '0x31c2f6fcff4f8759b3bd5bf0e1084a055615c768'],
        zksync: ['0x0000000000225e31d15943971f47ad3022f714fa'],
      },
      functions: permit2Functions,
    },
  ],
})
