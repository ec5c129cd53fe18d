import type { Args } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol, joinFunctions } from '../decoder/protocol.ts'
import { everywhere } from './everywhere.ts'
import { receive } from './innerCalls.ts'

/** UserOperation of v0.6: sender, nonce, initCode, callData, … */
const v06 = '(address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[]'
/** PackedUserOperation of v0.7 on; its first four fields stand in the same places. */
const v07 = '(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[]'

/** What an operation asks of its account is a call of the entry point to it; others apply even if it reverts. */
function run(call: Call, operations: Args): void {
  for (let i = 0; i < operations.length; i++) {
    const operation = operations.tuple(i)
    call.asPart().enter(operation.address(0), 0n, operation.bytes(3))
  }
}
const handle: Decode = (call) => run(call, call.list(0))
const handleAggregated: Decode = (call) => {
  const groups = call.list(0)
  for (let i = 0; i < groups.length; i++) run(call, groups.tuple(i).list(0))
}

/** A deposit or a stake is paid out; null for all of it. */
function payOut(call: Call, amount: bigint | null): void {
  call.emit({ kind: 'transfer', token: null, from: call.to, to: call.address(0), amount })
}

const functions = defineFunctions({
  [`handleOps(${v06},address)`]: handle,
  [`handleOps(${v07},address)`]: handle,
  [`handleAggregatedOps((${v06},address,bytes)[],address)`]: handleAggregated,
  [`handleAggregatedOps((${v07},address,bytes)[],address)`]: handleAggregated,
})

export const erc4337 = defineProtocol({
  id: 'erc4337',
  name: 'ERC-4337 entry point',
  source: 'https://github.com/eth-infinitism/account-abstraction/releases',
  contracts: [
    {
      name: 'EntryPoint',
      addresses: everywhere(
        '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
        '0x0000000071727de22e5e9d8baf0edac6f37da032',
        '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
        '0x433709009b8330fda32311df1c2afa402ed8d009',
      ),
      functions: joinFunctions(
        functions,
        defineFunctions({
          ...each(receive, 'depositTo(address)', 'addStake(uint32)'),
          'withdrawTo(address,uint256)': (call) => payOut(call, call.uint(1)),
          'withdrawStake(address)': (call) => payOut(call, null),
          ...each(otherAction, 'unlockStake()', 'incrementNonce(uint192)'),
        }),
      ),
      receive,
    },
  ],
  atAnyAddress: functions,
})
