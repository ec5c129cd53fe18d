import type { Call } from '../decoder/call.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { delegate, enterOne } from './innerCalls.ts'

/** `operation` 1 runs the target's code as the Safe. */
function execute(call: Call, operation: number): void {
  if (operation === 1) delegate(call, call.address(0), call.bytes(2))
  else enterOne(call, call, { to: 0, value: 1, data: 2 })
}
const run: Decode = (call) => execute(call, call.number(3))
const plain = 'address,uint256,bytes,uint8'

/** Head of an inner transaction: operation (1), to (20), value (32), length (32). */
const headBytes = 85

/** Packed transactions. The library runs by delegatecall, so its calls come from its caller. */
const multiSend: Decode = (call) => {
  const span = call.bytes(0)
  const size = (span.end - span.start) / 2
  for (let at = 0; at < size; ) {
    const isDelegate = call.packedUint(span, at, 1) === 1n
    const [to, value] = [call.packedAddress(span, at + 1), call.packedUint(span, at + 21, 32)]
    const length = call.packedUint(span, at + 53, 32)
    if (length > BigInt(size - at - headBytes)) return call.reject()
    const start = span.start + 2 * (at + headBytes)
    const end = start + 2 * Number(length)
    call.enter(to, isDelegate ? call.value : value, { start, end }, call.from)
    at += headBytes + Number(length)
  }
}

const administration = [
  `setup(address[],uint256,address,bytes,address,address,uint256,address)`,
  'addOwnerWithThreshold(address,uint256)',
  'removeOwner(address,address,uint256)',
  'swapOwner(address,address,address)',
  'changeThreshold(uint256)',
  'enableModule(address)',
  'disableModule(address,address)',
  'setGuard(address)',
  'setModuleGuard(address)',
  'setFallbackHandler(address)',
  'approveHash(bytes32)',
  'createProxy(address,bytes)',
  'createProxyWithNonce(address,bytes,uint256)',
  'createProxyWithCallback(address,bytes,uint256,address)',
  'createChainSpecificProxyWithNonce(address,bytes,uint256)',
]

/** Safe 0.1 to 1.5, its MultiSend libraries, its 4337 module and the modifiers of Zodiac that stand before it. */
export const safe = defineProtocol({
  id: 'safe',
  name: 'Safe',
  source: 'https://github.com/safe-global/safe-smart-account',
  contracts: [],
  atAnyAddress: defineFunctions({
    [`execTransaction(${plain},uint256,uint256,uint256,address,address,bytes)`]: run,
    [`execTransaction(${plain},uint256,uint256,uint256,address,address,bytes,uint256)`]: run,
    [`execTransactionAndPaySubmitter(${plain},uint256,uint256,uint256,address,bytes)`]: run,
    [`execTransactionFromModule(${plain})`]: run,
    [`execTransactionFromModuleReturnData(${plain})`]: run,
    [`execTransactionWithRole(${plain},uint16,bool)`]: run,
    [`execTransactionWithRole(${plain},bytes32,bool)`]: run,
    [`execTransactionWithRoleReturnData(${plain},bytes32,bool)`]: run,
    [`executeNextTx(${plain})`]: run,
    [`executeUserOp(${plain})`]: run,
    [`executeUserOpWithErrorString(${plain})`]: run,
    'multiSend(bytes)': multiSend,
    ...Object.fromEntries(administration.map((signature) => [signature, otherAction])),
  }),
})
