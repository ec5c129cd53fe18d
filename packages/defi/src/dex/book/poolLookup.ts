import type { DexFactories } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { getPools } from '../getPools.ts'
import { type Pool, sortTokens } from '../pool.ts'
import type { KnownPool } from './knownPool.ts'

const tickSpacingAbi = parseAbi(['function tickSpacing() view returns (int24)'])

/** Looks up the pools of two tokens at the factories. Takes two rounds of reads. */
export async function lookUpPools(
  reader: BlockReader,
  chain: ChainName,
  dexes: readonly DexFactories[],
  [a, b]: readonly [Address, Address],
): Promise<readonly KnownPool[]> {
  const pools = await getPools(reader, chain, sortTokens(a, b), dexes)
  const known = await Promise.all(pools.map((pool) => toKnown(reader, pool)))
  return known.flatMap((pool) => pool ?? [])
}

async function toKnown(reader: BlockReader, pool: Pool): Promise<KnownPool | null> {
  const { form, address, ...rest } = pool
  if (form === 'pair') return { ...rest, kind: 'pair', id: address, address }
  const tickSpacing = await reader.tryRead({ address, abi: tickSpacingAbi, functionName: 'tickSpacing' })
  return tickSpacing === undefined ? null : { ...rest, kind: 'ticks', id: address, address, tickSpacing }
}
