import { type Address, zeroAddress } from 'viem'
import type { Span } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { givesControl } from './control.ts'
import { payFee } from './fees.ts'
import { callArrays, callStructs, endow, enterOne, operationCall, singleCall } from './innerCalls.ts'

const structs = '(address,uint256,bytes)[]'
const struct = { to: 0, value: 1, data: 2 }
const single = singleCall(struct)
const batch = callStructs(0, struct)
const valueless = callArrays({ to: 0, data: 1 })
const arrays = callArrays(struct)

/** ERC-725X: 0 call · 1 create · 2 create2 · 3 staticcall · 4 delegatecall. */
function enterErc725(call: Call, type: bigint, to: Address, value: bigint, data: Span): void {
  if (type === 0n) call.enter(to, value, data)
  else if (type === 4n) call.delegate(to, data)
  else if (type < 4n) {
    otherAction(call)
    if (type < 3n) endow(call, value)
  } else call.reject()
}
const erc725Batch: Decode = (call) => {
  const [types, targets, values, datas] = [call.list(0), call.list(1), call.list(2), call.list(3)]
  const isEven = [targets, values, datas].every(({ length }) => length === types.length)
  if (!isEven) return call.reject()
  for (let i = 0; i < types.length; i++)
    enterErc725(call, types.uint(i), targets.address(i), values.uint(i), datas.bytes(i))
}

/** Sequence's Transaction: delegateCall, revertOnError, gasLimit, target, value, data. */
const sequence = '(bool,bool,uint256,address,uint256,bytes)[]'
const sequenceBatch: Decode = (call) => {
  for (const inner of call.tuples(0)) {
    const outer = inner.bool(1) ? call : call.asPart()
    if (inner.bool(0)) outer.delegate(inner.address(3), inner.bytes(5))
    else enterOne(outer, inner, { to: 3, value: 4, data: 5 })
  }
}

/** CoW Shed: target, value, callData, allowFailure, isDelegateCall. */
const hooks = '(address,uint256,bytes,bool,bool)[]'
const runHooks: Decode = (call) => {
  for (const hook of call.tuples(0)) {
    const outer = hook.bool(3) ? call.asPart() : call
    if (hook.bool(4)) outer.delegate(hook.address(0), hook.bytes(2))
    else enterOne(outer, hook, struct)
  }
}

/**
 * Emits the refund to the relayer. Argent's wallets (word 0) refund up to a gas limit (word 5) at a gas price (word
 * 4).
 */
function payRelayer(call: Call, token: Address | null, to: Address | null): void {
  payFee(call, { token, from: call.address(0), to, price: call.uint(4), gas: call.uint(5) })
}

/**
 * Decodes the functions with which contract accounts and EIP-7702 accounts run calls. Their selectors differ, so they
 * are recognized at any address.
 */
export const smartAccount = defineProtocol({
  id: 'smart_account',
  name: 'Smart accounts',
  source: 'https://github.com/eth-infinitism/account-abstraction/blob/develop/contracts/accounts/SimpleAccount.sol',
  contracts: [],
  atAnyAddress: defineFunctions({
    'execute(address,uint256,bytes)': single,
    'call(address,uint256,bytes)': single,
    'execute_ncC(address,uint256,bytes)': single,
    'executeCall(address,uint256,bytes)': single,
    'execFromEntryPoint(address,uint256,bytes)': single,
    'executeBatch(address[],bytes[])': valueless,
    'executeBatch(address[],uint256[],bytes[])': arrays,
    'executeBatch_y6U(address[],uint256[],bytes[])': arrays,
    'executeBatchCall(address[],uint256[],bytes[])': arrays,
    'execBatch(address[],bytes[])': valueless,
    'execute(address[],uint256[],bytes[])': arrays,
    [`executeBatch(${structs})`]: batch,
    [`execute(${structs})`]: batch,
    [`execute(${structs},bytes)`]: batch,
    // Aragon OSx: the bits of the last word are the calls that may fail.
    [`execute(bytes32,${structs},uint256)`]: (call) => {
      const [calls, mayFail] = [call.list(1), call.uint(2)]
      for (let i = 0; i < calls.length; i++)
        enterOne((mayFail >> BigInt(i)) & 1n ? call.asPart() : call, calls.tuple(i), struct)
    },
    [`executeBySender(${structs})`]: batch,
    // Its name is not published; the entry point calls it on accounts, with the structs of `executeBatch`.
    '0x26da7d88': batch,
    [`executeBySelf(${structs})`]: batch,
    [`executeBySelfSingle((address,uint256,bytes))`]: (call) => enterOne(call, call.tuple(0), struct),
    // Kernel
    'execute(address,uint256,bytes,uint8)': operationCall({ to: 0, value: 1, data: 2, operation: 3 }),
    'executeDelegateCall(address,bytes)': (call) => call.delegate(call.address(0), call.bytes(1)),
    // ERC-725X (LUKSO's Universal Profiles)
    'execute(uint256,address,uint256,bytes)': (call) =>
      enterErc725(call, call.uint(0), call.address(1), call.uint(2), call.bytes(3)),
    'executeBatch(uint256[],address[],uint256[],bytes[])': erc725Batch,
    [`execute(${sequence},uint256,bytes)`]: sequenceBatch,
    [`selfExecute(${sequence})`]: sequenceBatch,
    [`executeHooks(${hooks},bytes32,uint256,bytes)`]: runHooks,
    [`trustedExecuteHooks(${hooks})`]: runHooks,
    // Coinbase Smart Wallet: calls of the account to itself.
    'executeWithoutChainIdValidation(bytes[])': (call) => {
      const calls = call.list(0)
      for (let i = 0; i < calls.length; i++) call.enterSelf(calls.bytes(i))
    },
    // ERC-4337 v0.7: after this selector, an account may read the rest of the calldata in a form of its own;
    // Kernel v3 and Modular Account v2 run it as a call to themselves.
    'executeUserOp((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes),bytes32)': (call) =>
      call.enterSelf({ start: call.base, end: call.end }),
    ...each(
      givesControl(0),
      // New code, of UUPS proxies and of Biconomy and Sequence.
      'upgradeTo(address)',
      'upgradeToAndCall(address,bytes)',
      'updateImplementation(address)',
      // Biconomy
      'setupAndEnableModule(address,bytes)',
      // Kernel 2
      'setDefaultValidator(address,bytes)',
      // Coinbase Smart Wallet
      'addOwnerAddress(address)',
    ),
    ...each(
      givesControl(1),
      // ERC-7579
      'installModule(uint256,address,bytes)',
      // Kernel 2
      'setExecution(bytes4,address,address,uint48,uint48,bytes)',
      // Argent
      'addModule(address,address)',
    ),
    // Argent's TransactionManager acts as the wallet named first.
    [`multiCall(address,${structs})`]: (call) => {
      const calls = call.list(1)
      for (let i = 0; i < calls.length; i++) enterOne(call, calls.tuple(i), struct, call.address(0))
    },
    // Argent's relayer and the modules: a call of the module to itself that the owner has signed.
    'execute(address,bytes,uint256,bytes,uint256,uint256,address,address)': (call) => {
      call.asPart().enter(call.to, 0n, call.bytes(1), call.address(0))
      const [token, receiver] = [call.address(6), call.address(7)]
      payRelayer(call, call.toErc20(token), receiver === zeroAddress ? call.from : receiver)
    },
    'execute(address,bytes,uint256,bytes,uint256,uint256)': (call) => {
      call.asPart().enter(call.to, 0n, call.bytes(1), call.address(0))
      payRelayer(call, null, call.from)
    },
    'callContract(address,address,uint256,bytes)': (call) =>
      enterOne(call, call, { to: 1, value: 2, data: 3 }, call.address(0)),
    'transferToken(address,address,address,uint256,bytes)': (call) => {
      const token = call.address(1)
      call.emit({
        kind: 'transfer',
        token: call.toErc20(token),
        from: call.address(0),
        to: call.address(2),
        amount: call.uint(3),
      })
    },
  }),
})
