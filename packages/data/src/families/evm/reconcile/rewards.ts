import { type Address, parseEther } from 'viem'

/** Reward of a mined Ethereum block since each fork, newest first (EIP-1234, EIP-649, Frontier). */
const subsidies: readonly (readonly [fromBlock: bigint, wei: bigint])[] = [
  [7_280_000n, parseEther('2')],
  [4_370_000n, parseEther('3')],
  [0n, parseEther('5')],
]

/** A block that was mined beside another one at the same height. */
export type Uncle = { readonly number: bigint; readonly miner: Address }

type MinedBlock = {
  readonly number: bigint
  readonly miner: Address
  /** Difficulty of the block. 0 since the merge, after which blocks pay no reward. */
  readonly difficulty: bigint
  readonly uncles: readonly Uncle[]
}

/**
 * Returns the reward of a proof-of-work block of Ethereum besides its fees, in wei. Its miner gets the subsidy, and
 * 1/32 of it per uncle. The miner of each uncle gets `(8 - age) / 8` of the subsidy (yellow paper, 11.3). The result
 * is empty since the merge.
 *
 * @example
 * computeRewards({ number: 12_964_999n, miner, difficulty: 1n, uncles: [] }) // [[miner, 2 ether]]
 */
export function computeRewards(block: MinedBlock): readonly (readonly [address: Address, wei: bigint])[] {
  if (block.difficulty === 0n) return []
  const subsidy = subsidies.find(([from]) => block.number >= from)?.[1] ?? 0n
  return [
    [block.miner, subsidy + (BigInt(block.uncles.length) * subsidy) / 32n],
    ...block.uncles.map(({ number, miner }) => [miner, ((number + 8n - block.number) * subsidy) / 8n] as const),
  ]
}
