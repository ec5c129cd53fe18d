import { type Address, type Hex, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { toLower } from '../pool.ts'
import { one } from './fixedPoint.ts'

const poolAbi = parseAbi([
  'function getPoolId() view returns (bytes32)',
  'function getVault() view returns (address)',
  'function getSwapFeePercentage() view returns (uint256)',
])
// `queryBatchSwap` changes nothing that lasts: a call may ask it.
const vaultAbi = parseAbi([
  'struct SwapStep { bytes32 poolId; uint256 assetInIndex; uint256 assetOutIndex; uint256 amount; bytes userData; }',
  'struct Funds { address sender; bool fromInternalBalance; address recipient; bool toInternalBalance; }',
  'function getPoolTokens(bytes32 poolId) view returns (address[] tokens, uint256[] balances, uint256 lastChangeBlock)',
  'function queryBatchSwap(uint8 kind, SwapStep[] swaps, address[] assets, Funds funds) view returns (int256[] deltas)',
])
const tokenAbi = parseAbi(['function decimals() view returns (uint8)'])

/** What the pools of v2's Vault share, at the reader's block; undefined where the contract is none. */
export async function getVaultV2State(reader: BlockReader, pool: Address) {
  const [id, vault, fee] = await Promise.all([
    reader.tryRead({ address: pool, abi: poolAbi, functionName: 'getPoolId' }),
    reader.tryRead({ address: pool, abi: poolAbi, functionName: 'getVault' }),
    reader.tryRead({ address: pool, abi: poolAbi, functionName: 'getSwapFeePercentage' }),
  ])
  if (id === undefined || vault === undefined || fee === undefined) return undefined
  const held = await reader.tryRead({ address: vault, abi: vaultAbi, functionName: 'getPoolTokens', args: [id] })
  if (!held || held[0].length < 2) return undefined
  const tokens = held[0].map(toLower)
  const scalingFactors = await readScalingFactors(reader, tokens)
  if (!scalingFactors) return undefined
  return {
    ...{ id: id.toLowerCase() as Hex, dex: 'balancer', address: toLower(vault), pool, version: 2 as const },
    ...{ tokens, balances: held[1], fee, aggregateFee: 0n, scalingFactors, rates: tokens.map(() => one) },
    hasMovingRates: false,
  }
}

/** 10 ** (18 - decimals) of each token. */
async function readScalingFactors(reader: BlockReader, tokens: readonly Address[]) {
  const decimals = await Promise.all(
    tokens.map((address) => reader.tryRead({ address, abi: tokenAbi, functionName: 'decimals' })),
  )
  if (decimals.some((some) => some === undefined || some > 18)) return undefined
  return decimals.map((some) => 10n ** BigInt(18 - (some as number)))
}

type Probed = {
  readonly id: Hex
  readonly address: Address
  readonly tokens: readonly Address[]
  readonly balances: readonly bigint[]
}
type Indices = readonly [number, number]

/**
 * The first of several readings of a pool whose swaps pay what the Vault answers; undefined where none does, as with pools
 * of another curve.
 *
 * @param indices two tokens to swap, both ways
 */
export async function selectProven<pool extends Probed>(
  reader: BlockReader,
  candidates: readonly pool[],
  [first, second]: Indices,
  computeOutput: (pool: pool, indices: Indices, amountIn: bigint) => bigint | undefined,
): Promise<pool | undefined> {
  const [some] = candidates
  if (!some) return undefined
  const probes = [first, second].flatMap((i) =>
    [11n, 1_000n].map((part) => ({
      i,
      j: i === first ? second : first,
      amountIn: (some.balances[i] as bigint) / part,
    })),
  )
  const answers = await Promise.all(probes.map((probe) => askVault(reader, some, probe)))
  return candidates.find((pool) =>
    probes.every(({ i, j, amountIn }, index) => answers[index] === computeOutput(pool, [i, j], amountIn)),
  )
}

type Probe = { readonly i: number; readonly j: number; readonly amountIn: bigint }

/** What the Vault would pay; null where it has no answer. */
async function askVault(reader: BlockReader, { id, address, tokens }: Probed, { i, j, amountIn }: Probe) {
  const step = {
    poolId: id,
    assetInIndex: BigInt(i),
    assetOutIndex: BigInt(j),
    amount: amountIn,
    userData: '0x' as const,
  }
  const funds = { sender: address, fromInternalBalance: false, recipient: address, toInternalBalance: false }
  const deltas = await reader.tryRead({
    ...{ address, abi: vaultAbi, functionName: 'queryBatchSwap', args: [0, [step], tokens, funds] },
  })
  const paid = deltas?.[j]
  return paid === undefined ? null : -paid
}
