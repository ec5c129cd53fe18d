import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { givesControl, lowersThreshold } from './control.ts'
import { singleCall } from './innerCalls.ts'
import { storedCall } from './storedCall.ts'

const inner = singleCall({ to: 0, value: 1, data: 2 })

/** BitGo: to, amount, token. */
const sendToken: Decode = (call) =>
  call.emit({ kind: 'transfer', token: call.address(2), from: call.to, to: call.address(0), amount: call.uint(1) })

/** BitGo batches of recipients and amounts. */
const sendBatch: Decode = (call) => {
  const [recipients, amounts] = [call.addresses(0), call.uints(1)]
  if (recipients.length !== amounts.length) return call.reject()
  recipients.forEach((to, i) => {
    call.emit({ kind: 'transfer', token: null, from: call.to, to, amount: amounts[i] ?? 0n })
  })
}

/**
 * Decodes multi-signature wallets older than Safe. The last confirmation runs the call. A wallet with one key runs
 * each call immediately.
 */
export const multisig = defineProtocol({
  id: 'multisig',
  name: 'Multi-signature wallets',
  source: 'https://github.com/BitGo/eth-multisig-v4, https://github.com/gnosis/MultiSigWallet',
  contracts: [],
  atAnyAddress: defineFunctions({
    'sendMultiSig(address,uint256,bytes,uint256,uint256,bytes)': inner,
    'sendMultiSigToken(address,uint256,address,uint256,uint256,bytes)': sendToken,
    'sendMultiSigBatch(address[],uint256[],uint256,uint256,bytes)': sendBatch,
    'createForwarder(address,bytes32)': otherAction,
    // Gnosis MultiSigWallet
    ...each(
      storedCall,
      'submitTransaction(address,uint256,bytes)',
      'submitTransaction(address,uint256,bytes,uint256)',
      'confirmTransaction(uint256)',
      'confirmTransaction(bytes32)',
      'executeTransaction(uint256)',
      'executeTransaction(bytes32)',
    ),
    'addOwner(address)': givesControl(0),
    'replaceOwner(address,address)': givesControl(1),
    ...each(lowersThreshold, 'removeOwner(address)', 'changeRequirement(uint256)'),
    ...each(otherAction, 'revokeConfirmation(uint256)', 'revokeConfirmation(bytes32)'),
    // Wallets of one or two keys that sign each call: destination, value, data, then the signatures.
    'execute(uint8[],bytes32[],bytes32[],address,uint256,bytes)': singleCall({ to: 3, value: 4, data: 5 }),
    'execute(uint8[],bytes32[],bytes32[],address,uint256,bytes,address,uint256)': singleCall({
      to: 3,
      value: 4,
      data: 5,
    }),
    // Parity and the wallet of the early Ethereum clients: `confirm(bytes32)` runs the call of an earlier `execute`.
    'confirm(bytes32)': storedCall,
  }),
})
