import type { Address, Hex, PublicClient } from 'viem'
import type { AggregatorSwap } from './aggregator.ts'
import { UnsafeSwapError } from './aggregatorErrors.ts'
import type { Aggregator } from './createAggregator.ts'

/** EIP-7702: code of an account that delegates to a contract and is still controlled by its key. */
const delegation: Hex = '0xef0100'

/**
 * Runs the on-chain checks of an answer.
 *
 * @throws {UnsafeSwapError} if the called or approved address is not a contract, or the aggregator's registry does
 * not contain an operator
 * @throws the client's errors when its providers do not respond
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
    `its calldata lets ${stranger} take the input, but its on-chain registry does not list that contract`,
  )
}

async function checkCode(client: PublicClient, address: Address): Promise<void> {
  const code = (await client.getCode({ address })) ?? '0x'
  if (code === '0x') throw new UnsafeSwapError(`its transaction needs ${address}, which has no code`)
  if (!code.startsWith(delegation)) return
  throw new UnsafeSwapError(`its transaction needs ${address}, an account with a key that delegates to a contract`)
}
