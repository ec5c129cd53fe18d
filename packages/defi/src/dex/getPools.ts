import { type DexFactories, dexFactories } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type Address, parseAbi, zeroAddress } from 'viem'
import type { BlockReader } from '../reads/blockReader.ts'
import type { Pool, Tokens } from './pool.ts'

const abi = parseAbi([
  'function getPair(address tokenA, address tokenB) view returns (address)',
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
])

/**
 * Returns the pools of two tokens on all DEXes of a chain, as their factories report them. Reads made in one turn of
 * the event loop share one `eth_call`.
 */
export async function getPools(
  reader: BlockReader,
  chain: ChainName,
  tokens: Tokens,
  among: readonly DexFactories[] = dexFactories,
): Promise<readonly Pool[]> {
  const found = among.flatMap(({ id, form, fees, factories }) => {
    const factory = factories[chain]
    if (factory === undefined) return []
    return fees.map(async (fee): Promise<Pool | null> => {
      const address =
        form === 'pair'
          ? await reader.tryRead({ address: factory, abi, functionName: 'getPair', args: tokens })
          : await reader.tryRead({ address: factory, abi, functionName: 'getPool', args: [...tokens, fee] })
      if (address === undefined || address === zeroAddress) return null
      return { dex: id, form, address: address.toLowerCase() as Address, tokens, fee }
    })
  })
  return (await Promise.all(found)).filter((pool) => pool !== null)
}
