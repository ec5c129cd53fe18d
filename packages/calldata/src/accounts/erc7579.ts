import { type Address, zeroAddress } from 'viem'
import type { Args, Span } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/** The ERC-7821 mode of a batch of batches. */
const batchOfBatches = '01000000000078210002'

function runBatch(call: Call, batch: Args, account: Address | null, areParts = false): void {
  // Some accounts take (address to, uint256 value, bytes data); a zero target means the account itself (ERC-7821).
  for (const one of batch.tuples(0)) {
    const to = one.address(0)
    const outer = areParts ? call.asPart() : call
    outer.enter(account !== null && to === zeroAddress ? account : to, one.uint(1), one.bytes(2), account)
  }
}

/**
 * Decodes the calldata of an execution mode. The first byte of the mode selects one call (packed), a batch, a
 * staticcall or a delegatecall. The second byte says whether a call may revert without reverting the others.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7579
 * @see https://eips.ethereum.org/EIPS/eip-7821
 */
export function enterMode(call: Call, mode: string, span: Span, account: Address | null): void {
  const { start, end } = span
  const mayRevert = mode.slice(2, 4) === '01'
  const outer = mayRevert ? call.asPart() : call
  if (mode.startsWith(batchOfBatches)) {
    const batches = call.inside(span).list(0)
    for (let i = 0; i < batches.length; i++) runBatch(call, call.inside(batches.bytes(i)), account)
  } else if (mode.startsWith('01')) runBatch(call, call.inside(span), account, mayRevert)
  else if (mode.startsWith('00')) {
    const [to, value] = [call.packedAddress(span, 0), call.packedUint(span, 20, 32)]
    if (end - start >= 2 * 52) outer.enter(to, value, { start: start + 2 * 52, end }, account)
  } else if (mode.startsWith('ff')) {
    const library = call.packedAddress(span, 0)
    if (end - start >= 2 * 20) outer.delegate(library, { start: start + 2 * 20, end }, account ?? call.to)
  } else if (mode.startsWith('fe')) otherAction(call)
  else call.undecoded('opaque', span, `0x${mode.slice(0, 2)}`)
}

/**
 * Decodes a batch of Uniswap's Calibur: the calls, and a flag that says whether one reverting call reverts all of
 * them.
 */
function runBatched(call: Call, batch: Args): void {
  runBatch(call, batch, call.to, !batch.bool(1))
}

const execute: Decode = (call) => enterMode(call, call.word(0).slice(2), call.bytes(1), call.to)

/**
 * Decodes delegation contexts, modes and executions. The last delegation of a context is the root, and its delegator
 * is the account that acts. If the context is empty, the caller acts.
 *
 * @see https://github.com/MetaMask/delegation-framework/blob/main/src/DelegationManager.sol
 */
const redeemDelegations: Decode = (call) => {
  const [contexts, modes, executions] = [call.list(0), call.list(1), call.list(2)]
  if (contexts.length !== modes.length || modes.length !== executions.length) return call.reject()
  for (let i = 0; i < modes.length; i++) {
    const context = contexts.bytes(i)
    const chain = context.end > context.start ? call.inside(context).list(0) : null
    const actor = chain !== null && chain.length > 0 ? chain.tuple(chain.length - 1).address(1) : call.from
    enterMode(call, modes.word(i).slice(2), executions.bytes(i), actor)
  }
}

/**
 * Decodes modular accounts and the contracts that call them: ERC-7579, ERC-7821 (EIP-7702 self calls) and MetaMask's
 * delegations.
 */
export const erc7579 = defineProtocol({
  id: 'erc7579',
  name: 'Modular smart accounts',
  source: 'https://eips.ethereum.org/EIPS/eip-7579',
  contracts: [],
  atAnyAddress: defineFunctions({
    'execute(bytes32,bytes)': execute,
    'executeFromExecutor(bytes32,bytes)': execute,
    'redeemDelegations(bytes[],bytes32[],bytes[])': redeemDelegations,
    'execute((((address,uint256,bytes)[],bool),uint256,bytes32,address,uint256),bytes)': (call) =>
      runBatched(call, call.tuple(0).tuple(0)),
    'execute(((address,uint256,bytes)[],bool))': (call) => runBatched(call, call.tuple(0)),
  }),
})
