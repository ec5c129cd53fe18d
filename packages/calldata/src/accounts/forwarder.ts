import { zeroAddress } from 'viem'
import type { Args } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import { type Decode, defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { payFee } from './fees.ts'
import { callArrays, enterOne, singleCall } from './innerCalls.ts'

/** OpenZeppelin's ForwardRequest: from, to, value, gas, nonce, data. */
function forwardRequest(call: Call, request: Args): void {
  enterOne(call, request, { to: 1, value: 2, data: 5 }, request.address(0))
}
/** In ERC2771Forwarder of OpenZeppelin 5, the deadline replaces the nonce, and the struct contains the signature. */
const request5 = '(address,address,uint256,uint256,uint48,bytes,bytes)'
const target = singleCall({ to: 0, data: 1 })

/** Polymarket's proxy wallets: type (1 is a call, 2 a delegatecall), to, value, data. */
const proxy: Decode = (call) => {
  for (const inner of call.tuples(0)) {
    const type = inner.number(0)
    if (type === 1) enterOne(call, inner, { to: 1, value: 2, data: 3 }, call.from)
    else if (type === 2) call.delegate(inner.address(1), inner.bytes(3), call.from ?? call.to)
    else call.reject()
  }
}

/** Decodes contracts that forward calls which another account has signed (ERC-2771 and its predecessors) or requested. */
export const forwarder = defineProtocol({
  id: 'forwarder',
  name: 'Forwarders',
  source: 'https://eips.ethereum.org/EIPS/eip-2771',
  contracts: [],
  atAnyAddress: defineFunctions({
    // MinimalForwarder answers whether the call succeeded.
    'execute((address,address,uint256,uint256,uint256,bytes),bytes)': (call) =>
      forwardRequest(call.asPart(), call.tuple(0)),
    [`execute(${request5})`]: (call) => forwardRequest(call, call.tuple(0)),
    // Requests that fail are left out if someone is named to get their value back.
    [`executeBatch(${request5}[],address)`]: (call) => {
      const requests = call.list(0)
      const areParts = call.address(1) !== zeroAddress
      for (let i = 0; i < requests.length; i++) forwardRequest(areParts ? call.asPart() : call, requests.tuple(i))
    },
    // A token or exchange takes the user's signed call to itself.
    'executeMetaTransaction(address,bytes,bytes32,bytes32,uint8)': (call) =>
      call.enter(call.to, call.value, call.bytes(1), call.address(0)),
    // Biconomy's forwarder, ERC20ForwardRequest: from, to, token, txGas, tokenGasPrice, batchId, batchNonce, deadline, data.
    'executeEIP712((address,address,address,uint256,uint256,uint256,uint256,uint256,bytes),bytes32,bytes)': (call) => {
      const request = call.tuple(0)
      enterOne(call, request, { to: 1, data: 8 }, request.address(0))
    },
    'executePersonalSign((address,address,address,uint256,uint256,uint256,uint256,uint256,bytes),bytes)': (call) => {
      const request = call.tuple(0)
      enterOne(call, request, { to: 1, data: 8 }, request.address(0))
    },
    // Gas Station Network v1: from, recipient, encoded function, the relay's share in percent, gas price. The recipient pays.
    'relayCall(address,address,bytes,uint256,uint256,uint256,uint256,bytes,bytes)': (call) => {
      enterOne(call.asPart(), call, { to: 1, data: 2 }, call.address(0))
      const price = (call.uint(4) * (100n + call.uint(3)) + 99n) / 100n
      payFee(call, { token: null, from: call.address(1), to: null, price, gas: call.state.gas })
    },
    'proxy((uint8,address,uint256,bytes)[])': proxy,
    'sponsoredCallV2(address,bytes,bytes32,bytes32,bytes32)': target,
    // AuthorizedForwarder of https://github.com/smartcontractkit/chainlink; others have the first, too.
    'forward(address,bytes)': target,
    'ownerForward(address,bytes)': target,
    'multiForward(address[],bytes[])': callArrays({ to: 0, data: 1 }),
    'forward(address,uint256,bytes)': singleCall({ to: 0, value: 1, data: 2 }),
    'exec(address,bytes)': target,
    'exec(address,uint256,bytes)': singleCall({ to: 0, value: 1, data: 2 }),
  }),
})
