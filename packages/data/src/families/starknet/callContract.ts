import { type FamilyPool, RpcAnswerError } from '@outrigger/core'
import type { Hex } from 'viem'
import { CallRevertedError, InvalidCalldataError, UnknownBlockError } from '../../errors.ts'
import type { FamilyCallResult } from '../familyData.ts'
import type { CallQuestion } from '../familyReader.ts'
import { askStarknet } from './askStarknet.ts'
import { fromWords, toFelt, toWords } from './felt.ts'
import { parseAddress, parseBlock, type RpcBlockId } from './parameters.ts'
import { readBlock, toAsOf } from './readBlock.ts'

// starknet-specs, api/starknet_api_openrpc.json.
const contractNotFound = 20
const contractError = 40

/**
 * Calls a function of a contract without a transaction, at one block. `data` consists of words of 32 bytes: the function's
 * selector, then the calldata with one field element per word. The result has the same form.
 *
 * @throws {CallRevertedError} with the reason @throws {InvalidAddressError} @throws {InvalidCalldataError}
 * @throws {UnknownBlockError} @throws {AllProvidersFailedError}
 */
export async function callContract(
  pool: FamilyPool,
  { to, data, block = 'latest' }: CallQuestion,
): Promise<FamilyCallResult<'starknet'>> {
  const [contract, id, words] = [parseAddress(to), parseBlock(block), toWords(data)]
  const [selector, ...calldata] = words ?? []
  if (selector === undefined)
    throw new InvalidCalldataError(
      'Starknet calldata must be words of 32 bytes: the selector, then one word for each argument.',
    )
  const { body } = await readBlock(pool, id)
  const at = body.hash === null ? id : { block_hash: body.hash }
  const { result, provider } = await callFunction(pool, { contract, selector, calldata, at })
  return {
    family: 'starknet',
    chain: pool.chain.name,
    result: fromWords(result),
    asOf: toAsOf(body, provider),
    decoded: result.map((word) => BigInt(word).toString()).join(', '),
  }
}

type Call = {
  readonly contract: Hex
  readonly selector: Hex
  readonly calldata: readonly Hex[]
  readonly at: RpcBlockId
}

/** Returns the result of a contract function. @throws {CallRevertedError} */
export async function callFunction(pool: FamilyPool, { contract, selector, calldata, at }: Call) {
  const request = { contract_address: contract, entry_point_selector: toFelt(selector), calldata }
  try {
    const { result, provider } = await askStarknet<readonly Hex[]>(pool, 'call', [request, at])
    if (result === null) throw new UnknownBlockError(pool.chain.name, String(Object.values(at)[0]))
    return { result, provider }
  } catch (error) {
    if (error instanceof RpcAnswerError && [contractNotFound, contractError, 21].includes(error.rpcCode))
      throw new CallRevertedError(toReason(error), error.data)
    throw error
  }
}

/** Returns the innermost error of `revert_error`, which is nested once for each contract in the call chain. */
function toReason({ data, rpcMessage }: RpcAnswerError): string {
  let reason = (data as { readonly revert_error?: unknown } | null | undefined)?.revert_error
  while (typeof reason === 'object' && reason !== null && 'error' in reason) reason = reason.error
  return typeof reason === 'string' ? reason : rpcMessage
}
