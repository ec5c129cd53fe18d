import { otherAction } from '../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { callArrays, enterLists, singleCall } from './innerCalls.ts'

/**
 * Decodes Compound's Timelock. Either it takes the signature and the arguments separately, or the signature is empty
 * and the arguments are the whole calldata.
 */
const execute: Decode = (call) => {
  const signature = call.bytes(2)
  if (signature.start === signature.end) singleCall({ to: 0, value: 1, data: 3 })(call)
  else {
    otherAction(call)
    call.undecoded('opaque', call.bytes(3))
  }
}

/** Decodes delayed calls. They take effect only when they are executed. */
export const timelock = defineProtocol({
  id: 'timelock',
  name: 'Timelocks',
  source: 'https://docs.openzeppelin.com/contracts/5.x/api/governance',
  contracts: [],
  atAnyAddress: defineFunctions({
    'executeTransaction(address,uint256,string,bytes,uint256)': execute,
    'queueTransaction(address,uint256,string,bytes,uint256)': otherAction,
    'cancelTransaction(address,uint256,string,bytes,uint256)': otherAction,
    'execute(address,uint256,bytes,bytes32,bytes32)': singleCall({ to: 0, value: 1, data: 2 }),
    'executeBatch(address[],uint256[],bytes[],bytes32,bytes32)': callArrays({ to: 0, value: 1, data: 2 }),
    'schedule(address,uint256,bytes,bytes32,bytes32,uint256)': otherAction,
    'scheduleBatch(address[],uint256[],bytes[],bytes32,bytes32,uint256)': otherAction,
    'cancel(bytes32)': otherAction,
    // A governor's calls come from its timelock, which the calldata does not name.
    'execute(address[],uint256[],bytes[],bytes32)': (call) => enterLists(call, { to: 0, value: 1, data: 2 }, null),
  }),
})
