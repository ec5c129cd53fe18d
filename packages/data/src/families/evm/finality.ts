import type { ProviderPool } from '@outrigger/core'
import { type Block, numberToHex } from 'viem'
import type { AsOf, Finality } from '../../asOf.ts'

type Heads = { readonly safe: bigint | null; readonly final: bigint | null }
type Known = { readonly untilMs: number; readonly heads: Promise<Heads> }

const shortestLifetimeMs = 2_000
const known = new WeakMap<ProviderPool, Known>()

/**
 * Returns the finality of a block by the chain's tags, which are read at most once per block. Without tags the
 * finality is `included`.
 */
export async function getFinality(pool: ProviderPool, block: bigint): Promise<Finality> {
  const { safe, final } = await readHeads(pool)
  if (final !== null && block <= final) return 'final'
  return safe !== null && block <= safe ? 'safe' : 'included'
}

function readHeads(pool: ProviderPool): Promise<Heads> {
  const nowMs = performance.now()
  const held = known.get(pool)
  if (held !== undefined && held.untilMs > nowMs) return held.heads
  const heads = Promise.all([readTag(pool, 'safe'), readTag(pool, 'finalized')]).then(([safe, final]) => ({
    safe,
    final,
  }))
  known.set(pool, { untilMs: nowMs + Math.max(pool.chain.blockTimeMs, shortestLifetimeMs), heads })
  return heads
}

/**
 * Returns the block of a tag. Returns null if the chain does not have the tag or no endpoint responds. The block then
 * counts as `included`.
 */
async function readTag(pool: ProviderPool, tag: 'safe' | 'finalized'): Promise<bigint | null> {
  try {
    const { result } = await pool.send<{ readonly number: string } | null>({
      method: 'eth_getBlockByNumber',
      params: [tag, false],
    })
    return result === null ? null : BigInt(result.number)
  } catch {
    return null
  }
}

type BlockPoint = Pick<Block, 'number' | 'hash' | 'timestamp'>

/** Builds the `asOf` of an answer from its block. */
export async function toAsOf(pool: ProviderPool, block: BlockPoint, endpoints: readonly string[]): Promise<AsOf> {
  const number = block.number as bigint
  return {
    block: number,
    hash: block.hash as `0x${string}`,
    ageMs: Math.max(0, Date.now() - Number(block.timestamp) * 1000),
    finality: await getFinality(pool, number),
    source: endpoints.join(', '),
  }
}

/** Returns a block reference in JSON-RPC form. */
export const toBlockTag = (block: bigint | string): string => (typeof block === 'bigint' ? numberToHex(block) : block)
