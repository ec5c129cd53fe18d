import { zeroAddress } from 'viem'
import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { giveControl, givesControl, knownHandlers, knownModules, lowersThreshold } from './control.ts'
import { payOnce, refundGas } from './fees.ts'
import { enterOperation, operationCall } from './innerCalls.ts'
import { singletons } from './proxyFactory.ts'
import { multiSend, safeLibraries } from './safeLibraries.ts'

const at = { to: 0, value: 1, data: 2, operation: 3 } as const
const run = operationCall(at)
/** Decodes functions that return whether the inner call succeeded. They do not revert if it fails. */
const runAsPart: Decode = (call) => enterOperation(call.asPart(), call, at)
/** Since 1.3, the Safe reverts with its call unless gas is set aside or paid for (`safeTxGas`, `gasPrice`). */
const execute: Decode = (call) => {
  const isPart = call.uint(4) > 0n || call.uint(6) > 0n
  ;(isPart ? runAsPart : run)(call)
  refundGas(call, { baseGas: 5, price: 6, token: 7, receiver: 8 })
}
const executeAndPay: Decode = (call) => {
  runAsPart(call)
  refundGas(call, { baseGas: 5, price: 6, token: 7 })
}
/** Decodes a call with a role. If the last word is true, the function reverts when its inner call fails. */
const runWithRole: Decode = (call) => (call.bool(5) ? run : runAsPart)(call)
const proposal = operationCall({ to: 2, value: 3, data: 4, operation: 5 })
const plain = 'address,uint256,bytes,uint8'

/**
 * Decodes the setup of a Safe. It may run a library (to enable modules, for example) and pay the deployer. `payment`
 * is the word of the token; the words of the amount and the receiver follow it. `handler` is the word of the fallback
 * handler.
 */
const setup =
  (payment?: number, handler?: number): Decode =>
  (call) => {
    otherAction(call)
    const library = call.address(2)
    if (library !== zeroAddress) call.delegate(library, call.bytes(3))
    if (handler !== undefined) giveControl(call, call.address(handler), knownHandlers)
    if (payment === undefined) return
    const [token, amount, to] = [call.address(payment), call.uint(payment + 1), call.address(payment + 2)]
    payOnce(call, call.to, { token, to, amount })
  }

/** Decodes AllowanceModule, through which a delegate spends the allowance of a Safe. */
const spendAllowance: Decode = (call) => {
  const [from, token] = [call.address(0), call.address(1)]
  const isNative = token === zeroAddress
  call.emit({ kind: 'transfer', token: isNative ? null : token, from, to: call.address(2), amount: call.uint(3) })
  payOnce(call, from, { token: call.address(4), to: zeroAddress, amount: call.uint(5) })
}

/** Decodes Safe 0.1 to 1.5, its libraries, its 4337 module and the Zodiac modifiers that call it. */
export const safe = defineProtocol({
  id: 'safe',
  name: 'Safe',
  source: 'https://github.com/safe-global/safe-smart-account',
  contracts: safeLibraries,
  atAnyAddress: defineFunctions({
    [`execTransaction(${plain},uint256,uint256,uint256,address,address,bytes)`]: execute,
    [`execTransaction(${plain},uint256,uint256,uint256,address,address,bytes,uint256)`]: execute,
    [`execTransactionAndPaySubmitter(${plain},uint256,uint256,uint256,address,bytes)`]: executeAndPay,
    [`execTransactionFromModule(${plain})`]: runAsPart,
    [`execTransactionFromModuleReturnData(${plain})`]: runAsPart,
    [`execTransactionWithRole(${plain},uint16,bool)`]: runWithRole,
    [`execTransactionWithRole(${plain},bytes32,bool)`]: runWithRole,
    [`execTransactionWithRoleReturnData(${plain},bytes32,bool)`]: runWithRole,
    [`executeNextTx(${plain})`]: run,
    [`executeTransaction(${plain})`]: run,
    [`executeProposal(string,bytes32[],${plain})`]: proposal,
    [`executeProposalWithIndex(string,bytes32[],${plain},uint256)`]: proposal,
    [`executeUserOp(${plain})`]: run,
    [`executeUserOpWithErrorString(${plain})`]: run,
    'multiSend(bytes)': multiSend(true),
    'executeAllowanceTransfer(address,address,address,uint96,address,uint96,address,bytes)': spendAllowance,
    'setup(address[],uint256,address,bytes,address,address,uint256,address)': setup(5, 4),
    'setup(address[],uint256,address,bytes,address,uint256,address)': setup(4),
    'setup(address[],uint256,address,bytes)': setup(),
    'addOwnerWithThreshold(address,uint256)': givesControl(0),
    'swapOwner(address,address,address)': givesControl(2),
    ...each(lowersThreshold, 'removeOwner(address,address,uint256)', 'changeThreshold(uint256)'),
    'enableModule(address)': givesControl(0, knownModules),
    ...each(givesControl(0), 'setGuard(address)', 'setModuleGuard(address)'),
    'setFallbackHandler(address)': givesControl(0, knownHandlers),
    'changeMasterCopy(address)': givesControl(0, singletons),
    ...each(otherAction, 'disableModule(address,address)', 'approveHash(bytes32)'),
  }),
})
