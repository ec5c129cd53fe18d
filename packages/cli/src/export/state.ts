import { AllProvidersFailedError, OutriggerError } from '@outrigger/core'
import { isMissingStateError } from '@outrigger/core/internal'
import { multicall3 } from '@outrigger/defi/internal'
import { type PublicClient, RpcRequestError } from 'viem'

/** No provider has the state after a block. Only archive nodes keep old states. */
export class MissingStateError extends OutriggerError {
  readonly code = 'MISSING_STATE'
  constructor(chain: string, number: bigint, reason: string) {
    super(
      `No provider has the state of ${chain} after block ${number}. Add an archive provider to --rpc, or export later blocks. (${reason})`,
    )
  }
}

/** State is read with Multicall3, which is younger than the block. Begin the export at a later block. */
export class MissingMulticallError extends OutriggerError {
  readonly code = 'MISSING_MULTICALL'
  constructor(chain: string, number: bigint, created: number | undefined) {
    const advice =
      created === undefined || created <= number ? 'Begin at a later block' : `Begin at block ${created} or later`
    super(`${chain} has no Multicall3 in block ${number}, and state is read with it. ${advice}.`)
  }
}

/**
 * Reads the state after a block.
 *
 * @throws {MissingStateError} every provider says that it does not have this state
 */
export async function readState<value>(chain: string, number: bigint, read: () => Promise<value>): Promise<value> {
  try {
    return await read()
  } catch (error) {
    const reason = findMissingState(error)
    throw reason === null ? error : new MissingStateError(chain, number, reason)
  }
}

/** Returns what a provider says if none of them has the state, or null. */
function findMissingState(error: unknown): string | null {
  const said = toProviderMessages(error)
  return said.every(isMissingStateError) ? (said[0] ?? null) : null
}

/** Returns the messages of the providers. The pool reports one of them if all of them agree. */
function toProviderMessages(error: unknown): readonly string[] {
  if (error instanceof AllProvidersFailedError) return error.failures.map(({ message }) => message)
  if (error instanceof RpcRequestError) return [error.details]
  return error instanceof Error ? toProviderMessages(error.cause) : []
}

/** @throws {MissingMulticallError} the chain does not have Multicall3 in this block yet */
export async function requireMulticall(client: PublicClient, chain: string, number: bigint): Promise<void> {
  const code = await client.getCode({ address: multicall3, blockNumber: number })
  if (code !== undefined) return
  throw new MissingMulticallError(chain, number, client.chain?.contracts?.multicall3?.blockCreated)
}
