import type { Address } from 'viem'
import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { type Decode, defineFunctions, defineProtocol, type Protocol } from '../decoder/protocol.ts'
import { bridge } from './bridge.ts'

const withdrawal = '(uint256,address,address,uint256,uint256,bytes)'

/** Decodes the proof or the finalization of a withdrawal: words nonce, sender, target, value. */
function withdraw(call: Call): void {
  const args = call.tuple(0)
  call.emit({ kind: 'bridge', token: null, amount: args.uint(3), recipient: args.address(2), destination: null })
}

/** Functions of the L1 and L2 standard bridges, the portal and the messengers, before and since Bedrock. */
function functions(destination?: string) {
  const to = destination === undefined ? {} : { destination }
  const toBridge = (at: Parameters<typeof bridge>[0]): Decode => bridge({ ...at, ...to })
  return defineFunctions({
    ...each(toBridge({ recipient: 'sender' }), 'depositETH(uint32,bytes)', 'bridgeETH(uint32,bytes)'),
    ...each(toBridge({ recipient: 0 }), 'depositETHTo(address,uint32,bytes)', 'bridgeETHTo(address,uint32,bytes)'),
    ...each(
      toBridge({ token: 0, amount: 2, recipient: 'sender' }),
      'depositERC20(address,address,uint256,uint32,bytes)',
      'bridgeERC20(address,address,uint256,uint32,bytes)',
    ),
    ...each(
      toBridge({ token: 0, amount: 3, recipient: 2 }),
      'depositERC20To(address,address,address,uint256,uint32,bytes)',
      'bridgeERC20To(address,address,address,uint256,uint32,bytes)',
    ),
    ...each(
      toBridge({ recipient: 0 }),
      'depositTransaction(address,uint256,uint64,bool,bytes)',
      'sendMessage(address,bytes,uint32)',
      'initiateWithdrawal(address,uint256,bytes)',
    ),
    'withdraw(address,uint256,uint32,bytes)': toBridge({ token: 0, amount: 1, recipient: 'sender' }),
    'withdrawTo(address,address,uint256,uint32,bytes)': toBridge({ token: 0, amount: 2, recipient: 1 }),
    ...each(
      withdraw,
      `proveWithdrawalTransaction(${withdrawal},uint256,(bytes32,bytes32,bytes32,bytes32),bytes[])`,
      `proveWithdrawalTransaction(${withdrawal},address,uint256,(bytes32,bytes32,bytes32,bytes32),bytes[])`,
      `finalizeWithdrawalTransaction(${withdrawal})`,
      `finalizeWithdrawalTransactionExternalProof(${withdrawal},address)`,
      // Blast: with a hint of the yield.
      `finalizeWithdrawalTransaction(uint256,${withdrawal})`,
    ),
    ...each(
      toBridge({ recipient: 0 }),
      'relayMessage(address,address,bytes,uint256,(bytes32,(bytes32,uint256,uint256,uint256,bytes),(uint256,bytes32[]),bytes,bytes))',
      'relayMessage(address,address,bytes,uint256,(bytes32,(uint256,bytes32,uint256,uint256,bytes),(uint256,bytes32[]),bytes,bytes))',
    ),
    'relayMessage(uint256,address,address,uint256,uint256,bytes)': toBridge({ recipient: 2, amount: 3 }),
  })
}

/** L1StandardBridge, OptimismPortal, L1CrossDomainMessenger of each rollup on Ethereum. */
const rollups: readonly (readonly [destination: string, ...addresses: Address[]])[] = [
  [
    'optimism',
    '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1',
    '0xbeb5fc579115071764c7423a4f12edde41f106ed',
    '0x25ace71c97b33cc4729cf772ae268934f7ab5fa1',
  ],
  [
    'base',
    '0x3154cf16ccdb4c6d922629664174b904d80f2c35',
    '0x49048044d57e1c92a77f79988d21fa8faf74e97e',
    '0x866e82a600a1414e583f7f13623f1ac5d58b0afa',
  ],
  ['zora', '0x3e2ea9b92b7e48a52296fd261dc26fd995284631', '0x1a0ad011913a150f69f6a19df447a0cfd9551054'],
  ['mode', '0x735adbbe72226bd52e818e7181953f42e3b0ff21', '0x8b34b14c7c7123459cf3076b8cb929be097d0c07'],
  [
    'blast',
    '0x697402166fbf2f22e970df8a6486ef171dbfc524',
    '0x3a05e5d33d7ab3864d53aaec93c8301c1fa49115',
    '0x0ec68c5b10f21effb74f2a5c61dfe6b08c0db6cb',
  ],
  ['mantle', '0x95fc37a27a2f68e3a647cdc081f0a89bb47c3012', '0xc54cb22944f2be476e02decfcd7e3e7d3e15a8fb'],
  ['worldchain', '0x470458c91978d2d929704489ad730dc3e3001113', '0xd5ec14a83b7d95be1e2ac12523e2dee12cbeea6c'],
  ['unichain', '0x81014f44b0a345033bb2b3b21c7a1a308b35feea', '0x0bd48f6b86a26d3a217d0fa6ffe2b491b956a7a2'],
  ['ink', '0x88ff1e5b602916615391f55854588efcbb7663f0', '0x5d66c1782664115999c47c9fa5cd031f495d3e4f'],
]

const stack = ['optimism', 'base', 'blast', 'unichain', 'worldchain', 'ink', 'mantle', 'celo'] as const
const predeploys: readonly Address[] = [
  '0x4200000000000000000000000000000000000010',
  '0x4200000000000000000000000000000000000016',
  '0x4200000000000000000000000000000000000007',
]

export const opStack: readonly Protocol[] = [
  ...rollups.map(([destination, ...addresses]) =>
    defineProtocol({
      id: `${destination}_bridge`,
      name: `${destination} bridge`,
      source: 'https://github.com/ethereum-optimism/superchain-registry',
      contracts: [
        {
          name: 'L1StandardBridge, OptimismPortal',
          addresses: { ethereum: addresses },
          functions: functions(destination),
          receive: bridge({ recipient: 'sender', destination }),
        },
      ],
    }),
  ),
  defineProtocol({
    id: 'op_stack_bridge',
    name: 'OP Stack bridge',
    source: 'https://specs.optimism.io/protocol/predeploys.html',
    contracts: [
      {
        name: 'L2StandardBridge, L2ToL1MessagePasser, L2CrossDomainMessenger',
        addresses: Object.fromEntries(stack.map((chain) => [chain, predeploys])),
        functions: functions('ethereum'),
        receive: bridge({ recipient: 'sender', destination: 'ethereum' }),
      },
    ],
    atAnyAddress: functions(),
  }),
]
