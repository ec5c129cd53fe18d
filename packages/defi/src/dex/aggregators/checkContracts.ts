import type { Address, Hex, PublicClient } from 'viem'
import type { AggregatorSwap } from './aggregator.ts'
import { UnsafeSwapError } from './aggregatorErrors.ts'
import type { Aggregator } from './createAggregator.ts'

/** EIP-7702: the code of an account that runs another's code and still obeys its key. */
const delegation: Hex = '0xef0100'

/**
 * Checks of an answer that need the chain.
 *
 * @throws {UnsafeSwapError} what is called or approved is no contract there, or the aggregator's registry does not name an
 *   operator
 * @throws what the client throws when its providers do not answer
 */
export async function checkContracts(
  client: PublicClient,
  aggregator: Aggregator,
  swap: AggregatorSwap,
): Promise<void> {
  const { transaction, spender, operators } = swap
  await Promise.all([...new Set([transaction.to, spender])].map((address) => checkCode(client, address)))
  if (operators.length === 0) return
  const present = await aggregator.getOperators(client)
  const stranger = operators.find((operator) => !present.includes(operator))
  if (stranger === undefined) return
  throw new UnsafeSwapError(
    `its calldata lets ${stranger} take the input, which its registry on the chain does not name`,
  )
}

async function checkCode(client: PublicClient, address: Address): Promise<void> {
  const code = (await client.getCode({ address })) ?? '0x'
  if (code === '0x') throw new UnsafeSwapError(`its transaction needs ${address}, which has no code`)
  if (!code.startsWith(delegation)) return
  throw new UnsafeSwapError(`its transaction needs ${address}, an account with a key that delegates to a contract`)
}
