import { type Address, parseEther } from 'viem'

/** What a mined block of Ethereum pays, from each fork on, newest first (EIP-1234, EIP-649, Frontier). */
const subsidies: readonly (readonly [fromBlock: bigint, wei: bigint])[] = [
  [7_280_000n, parseEther('2')],
  [4_370_000n, parseEther('3')],
  [0n, parseEther('5')],
]

/** A block that was mined beside another one. */
export type Uncle = { readonly number: bigint; readonly miner: Address }

type MinedBlock = {
  readonly number: bigint
  readonly miner: Address
  /** 0 since the merge, when blocks ceased to pay anything. */
  readonly difficulty: bigint
  readonly uncles: readonly Uncle[]
}

/**
 * What a block of Ethereum mined by proof of work pays beside its fees, in wei: the subsidy and 1/32 of it per uncle to its miner,
 * and `(8 - age) / 8` of it to the miner of each uncle (yellow paper, 11.3). Nothing since the merge.
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
