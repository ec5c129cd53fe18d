import type { RpcReward } from './rpcTypes.ts'

/** Lamports that the chain itself paid to an account: fees for the block's leader, staking, rent, votes. */
export type SolanaReward = {
  readonly address: string
  /** Negative if rent was charged. */
  readonly lamports: bigint
  /** Balance after the reward. */
  readonly balance: bigint
  /** `Fee`, `Rent`, `Staking`, `Voting`. Null if an old node does not report it. */
  readonly kind: string | null
  /** Percentage that the validator kept. Null if there is no commission. */
  readonly commission: number | null
}

export const toReward = ({ pubkey, lamports, postBalance, rewardType, commission }: RpcReward): SolanaReward => ({
  address: pubkey,
  lamports: BigInt(lamports),
  balance: BigInt(postBalance),
  kind: rewardType ?? null,
  commission: commission ?? null,
})
