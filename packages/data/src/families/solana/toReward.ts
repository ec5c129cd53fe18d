import type { RpcReward } from './rpcTypes.ts'

/** Lamports that the chain itself gave to an account: fees of a block's leader, staking, rent, votes. */
export type SolanaReward = {
  readonly address: string
  /** Negative where rent was taken. */
  readonly lamports: bigint
  /** Balance after it. */
  readonly balance: bigint
  /** `Fee`, `Rent`, `Staking`, `Voting`; null where an old node does not say. */
  readonly kind: string | null
  /** Percent that the validator kept; null where there is none. */
  readonly commission: number | null
}

export const toReward = ({ pubkey, lamports, postBalance, rewardType, commission }: RpcReward): SolanaReward => ({
  address: pubkey,
  lamports: BigInt(lamports),
  balance: BigInt(postBalance),
  kind: rewardType ?? null,
  commission: commission ?? null,
})
