import type { FamilyPool } from '@outrigger/core'
import { askSolana } from './askSolana.ts'
import { parseAddress } from './parameters.ts'
import type { RpcInteger } from './rpcTypes.ts'

/** The reward of a staking account in one epoch. */
export type SolanaInflationReward = {
  readonly epoch: bigint
  /** Lamports. */
  readonly amount: bigint
  /** Balance after the reward. */
  readonly balance: bigint
  /** Slot in which the reward was credited. */
  readonly slot: bigint
  /** Percentage that the validator kept. Null if the node does not report it. */
  readonly commission: number | null
}

export type RpcInflationReward = {
  readonly epoch: RpcInteger
  readonly amount: RpcInteger
  readonly postBalance: RpcInteger
  readonly effectiveSlot: RpcInteger
  readonly commission?: number | null
}

/**
 * Returns the reward of a staking or vote account in one epoch. Null if the account earned nothing.
 *
 * @throws {InvalidAddressError} @throws {AllProvidersFailedError}
 */
export async function getInflationReward(
  pool: FamilyPool,
  { address, epoch }: { readonly address: string; readonly epoch: bigint },
): Promise<SolanaInflationReward | null> {
  const params = [[parseAddress(address)], { epoch: Number(epoch) }]
  const { result } = await askSolana<readonly (RpcInflationReward | null)[]>(pool, 'getInflationReward', params)
  const [row] = result ?? []
  return row ? toInflationReward(row) : null
}

export const toInflationReward = (row: RpcInflationReward): SolanaInflationReward => ({
  epoch: BigInt(row.epoch),
  amount: BigInt(row.amount),
  balance: BigInt(row.postBalance),
  slot: BigInt(row.effectiveSlot),
  commission: row.commission ?? null,
})
