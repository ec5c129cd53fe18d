import { type Address, zeroAddress } from 'viem'
import type { Args, Span } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol, joinFunctions } from '../decoder/protocol.ts'
import { everywhere } from './everywhere.ts'
import { payFee } from './fees.ts'
import { receive } from './innerCalls.ts'

/**
 * UserOperation of v0.6: sender, nonce, initCode, callData, gas limits (call, verification, preVerification), fees,
 * paymaster.
 */
const v06 = '(address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[]'
/**
 * PackedUserOperation since v0.7. Each limit and each fee takes half a word. Its first four fields have the same
 * positions as in v0.6.
 */
const v07 = '(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[]'

/** The highest gas cost of an operation: gas, and wei per gas. */
type Cost = { readonly gas: bigint; readonly price: bigint }
type Form = {
  /** Position of the word with the paymaster and its data. */
  readonly paymaster: number
  readonly toCost: (operation: Args, paymaster: Span | null) => Cost
}

const low = (word: bigint) => BigInt.asUintN(128, word)

/**
 * The prefund that the entry point requires before it runs an operation, which is the most that it charges.
 *
 * @see https://github.com/eth-infinitism/account-abstraction/blob/develop/contracts/core/EntryPoint.sol
 */
const forms = {
  v06: {
    paymaster: 9,
    toCost: (operation, paymaster) => ({
      // The verification limit also applies to each of the two calls of the paymaster.
      gas: operation.uint(4) + operation.uint(5) * (paymaster === null ? 1n : 3n) + operation.uint(6),
      price: operation.uint(7),
    }),
  },
  v07: {
    paymaster: 7,
    toCost: (operation, paymaster) => {
      const limits = operation.uint(4)
      const own = (limits >> 128n) + low(limits) + operation.uint(5)
      const others =
        paymaster === null ? 0n : operation.packedUint(paymaster, 20, 16) + operation.packedUint(paymaster, 36, 16)
      return { gas: own + others, price: low(operation.uint(6)) }
    },
  },
} as const satisfies { readonly [version: string]: Form }

/**
 * Value in place of the factory if the account has its code from an EIP-7702 authorization. A first call to the account
 * may follow it.
 */
const setCodeMarker = `0x7702${'00'.repeat(18)}`

/** A factory creates the account. The entry point calls the factory through a helper contract. */
function create(call: Call, sender: Address, initCode: Span): void {
  const { start, end } = initCode
  if (start === end) return
  const factory = call.packedAddress(initCode, 0)
  const first = { start: start + 40, end }
  if (factory === setCodeMarker) {
    if (first.start < end) call.enter(sender, 0n, first, null)
  } else if (first.start < end) call.enter(factory, 0n, first, null)
  else call.state.undecoded('unknownTarget', initCode, factory, null)
}

/**
 * Decodes the call that the entry point makes to the account of each operation. The other operations apply even if it
 * reverts. The account pays for its gas, or a paymaster does, on terms that the calldata does not show.
 */
function run(call: Call, operations: Args, form: Form): void {
  const beneficiary = call.address(1)
  for (let i = 0; i < operations.length; i++) {
    const operation = operations.tuple(i)
    const sender = operation.address(0)
    create(call, sender, operation.bytes(2))
    call.asPart().enter(sender, 0n, operation.bytes(3))
    const terms = operation.bytes(form.paymaster)
    const paymaster = terms.start === terms.end ? zeroAddress : call.packedAddress(terms, 0)
    const isPaid = paymaster !== zeroAddress
    if (isPaid) call.state.undecoded('paymaster', terms, paymaster, null)
    const { gas, price } = form.toCost(operation, isPaid ? terms : null)
    payFee(call, { token: null, from: isPaid ? paymaster : sender, to: beneficiary, price, gas })
  }
}
const handle =
  (form: Form): Decode =>
  (call) =>
    run(call, call.list(0), form)
const handleAggregated =
  (form: Form): Decode =>
  (call) => {
    const groups = call.list(0)
    for (let i = 0; i < groups.length; i++) run(call, groups.tuple(i).list(0), form)
  }

/** Emits the payout of a deposit or a stake. A null amount means all of it. */
function payOut(call: Call, amount: bigint | null): void {
  call.emit({ kind: 'transfer', token: null, from: call.to, to: call.address(0), amount })
}

const functions = defineFunctions({
  [`handleOps(${v06},address)`]: handle(forms.v06),
  [`handleOps(${v07},address)`]: handle(forms.v07),
  [`handleAggregatedOps((${v06},address,bytes)[],address)`]: handleAggregated(forms.v06),
  [`handleAggregatedOps((${v07},address,bytes)[],address)`]: handleAggregated(forms.v07),
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
