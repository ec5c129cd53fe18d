import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { bridge } from './bridge.ts'

const relayV3 = '(address,address,address,address,address,uint256,uint256,uint256,uint32,uint32,uint32,bytes)'
const relay = '(bytes32,bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,uint256,uint32,uint32,bytes)'

/**
 * Decodes the delivery of a deposit made on another chain. Words of `V3RelayData`: recipient 1, output token 4,
 * output amount 6.
 */
function fill(call: Call): void {
  const data = call.tuple(0)
  call.emit({
    kind: 'bridge',
    token: data.low160(4),
    amount: data.uint(6),
    recipient: data.low160(1),
    destination: null,
  })
}

export const across = defineProtocol({
  id: 'across',
  name: 'Across',
  source: 'https://docs.across.to/reference/contract-addresses',
  contracts: [],
  atAnyAddress: defineFunctions({
    // v1, of the deposit boxes on the rollups and the bridge pools on Ethereum.
    'deposit(address,address,uint256,uint64,uint64,uint64)': bridge({
      recipient: 0,
      token: 1,
      amount: 2,
      destination: 'ethereum',
    }),
    ...each(
      bridge(),
      'relayAndSpeedUp((uint256,uint64,address,address,uint64,uint64,uint64,uint32,uint256),uint64)',
      'relayDeposit((uint256,uint64,address,address,uint256,uint64,uint64,uint32),uint64)',
    ),
    // v2
    ...each(
      bridge({ recipient: 0, token: 1, amount: 2, destination: 3 }),
      'deposit(address,address,uint256,uint256,uint64,uint32)',
      'deposit(address,address,uint256,uint256,int64,uint32,bytes,uint256)',
      'depositNow(address,address,uint256,uint256,int64,bytes,uint256)',
    ),
    'depositFor(address,address,address,uint256,uint256,int64,uint32,bytes,uint256)': bridge({
      recipient: 1,
      token: 2,
      amount: 3,
      destination: 4,
    }),
    ...each(
      bridge({ recipient: 1, token: 2, amount: 3 }),
      'fillRelay(address,address,address,uint256,uint256,uint256,uint256,uint64,uint64,uint32)',
      'fillRelay(address,address,address,uint256,uint256,uint256,uint256,int64,int64,uint32,bytes,uint256)',
    ),
    // v3
    ...each(
      bridge({ recipient: 1, token: 2, amount: 4, destination: 6 }),
      'depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)',
      'depositV3Now(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,bytes)',
      'depositExclusive(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)',
    ),
    ...each(
      (call: Call) =>
        call.emit({
          kind: 'bridge',
          token: call.low160(2),
          amount: call.uint(4),
          recipient: call.low160(1),
          destination: call.uint(6),
        }),
      'deposit(bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint32,uint32,uint32,bytes)',
      'depositNow(bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint32,uint32,bytes)',
      'unsafeDeposit(bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint256,uint32,uint32,uint32,bytes)',
    ),
    ...each(
      fill,
      `fillV3Relay(${relayV3},uint256)`,
      `fillV3RelayWithUpdatedDeposit(${relayV3},uint256,uint256,address,bytes,bytes)`,
      `fillRelay(${relay},uint256,bytes32)`,
      `fillRelayWithUpdatedDeposit(${relay},uint256,bytes32,uint256,bytes32,bytes,bytes)`,
    ),
    ...each(
      bridge(),
      `requestV3SlowFill(${relayV3})`,
      `requestSlowFill(${relay})`,
      'speedUpV3Deposit(address,uint32,uint256,address,bytes,bytes)',
    ),
  }),
})
