import type { DexFactories } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import {
  type Address,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  parseAbi,
  BaseError as ViemError,
} from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { multicall3 } from '../../reads/multicall.ts'
import { toLower } from '../pool.ts'
import type { KnownPool } from './knownPool.ts'

const poolAbi = parseAbi([
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function factory() view returns (address)',
  'function fee() view returns (uint24)',
  'function tickSpacing() view returns (int24)',
])
const factoryAbi = parseAbi([
  'function getPair(address tokenA, address tokenB) view returns (address)',
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
])
const aggregate3 = { abi: multicall3Abi, functionName: 'aggregate3' } as const

type Call = { readonly target: Address; readonly callData: Hex }
/** A pool as it describes itself, which anybody's contract may. */
type Claim = { readonly dex: DexFactories; readonly factory: Address; readonly pool: KnownPool }

/**
 * The pools at addresses that are known by nothing else: what a contract says of itself counts once the factory it names is a
 * known one and names the same address. Two `eth_call`; null where one failed, as any contract asked can bring about.
 *
 * @throws what the provider fails with
 */
export async function lookUpAddresses(
  { client }: Pick<BlockReader, 'client'>,
  chain: ChainName,
  dexes: readonly DexFactories[],
  addresses: readonly Address[],
): Promise<readonly KnownPool[] | null> {
  const functions = ['token0', 'token1', 'factory', 'fee', 'tickSpacing'] as const
  const said = await ask(
    client,
    addresses.flatMap((target) =>
      functions.map((functionName) => ({ target, callData: encodeFunctionData({ abi: poolAbi, functionName }) })),
    ),
  )
  if (said === null) return null
  const claims = addresses.flatMap(
    (address, index) => toClaim(chain, dexes, address, said.slice(5 * index, 5 * index + 5)) ?? [],
  )
  if (claims.length === 0) return []
  const confirmed = await ask(client, claims.map(toQuestion))
  return confirmed && claims.flatMap(({ pool }, index) => (toAddress(confirmed[index]) === pool.address ? [pool] : []))
}

/** The first word of each answer; undefined for what has none. */
async function ask(
  client: BlockReader['client'],
  calls: readonly Call[],
): Promise<readonly (bigint | undefined)[] | null> {
  const data = encodeFunctionData({ ...aggregate3, args: [calls.map((call) => ({ ...call, allowFailure: true }))] })
  try {
    const answer = await client.request({ method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] })
    const outcomes = decodeFunctionResult({ ...aggregate3, data: answer })
    if (outcomes.length !== calls.length) return null
    return outcomes.map(({ success, returnData }) =>
      success && returnData.length >= 66 ? decodeAbiParameters([{ type: 'uint256' }], returnData)[0] : undefined,
    )
  } catch (cause) {
    const isExecution = cause instanceof ViemError && cause.walk((error) => /gas|revert/i.test(String(error))) !== null
    if (isExecution) return null
    throw cause
  }
}

function toClaim(
  chain: ChainName,
  dexes: readonly DexFactories[],
  address: Address,
  words: readonly (bigint | undefined)[],
): Claim | null {
  const [token0, token1, factory] = words.slice(0, 3).map(toAddress)
  const [fee, spacing] = words.slice(3)
  const dex = dexes.find(({ factories }) => factory !== undefined && factories[chain] === factory)
  if (!token0 || !token1 || !factory || !dex) return null
  const shared = { id: address, address, dex: dex.id, tokens: [token0, token1] }
  if (dex.form === 'pair') return { dex, factory, pool: { ...shared, kind: 'pair', fee: dex.fees[0] ?? 0 } }
  if (fee === undefined || spacing === undefined) return null
  const tickSpacing = Number(BigInt.asIntN(24, spacing))
  return { dex, factory, pool: { ...shared, kind: 'ticks', fee: Number(BigInt.asUintN(24, fee)), tickSpacing } }
}

function toQuestion({ factory, pool }: Claim): Call {
  const [token0, token1] = pool.tokens as readonly [Address, Address]
  const callData =
    pool.kind === 'ticks'
      ? encodeFunctionData({ abi: factoryAbi, functionName: 'getPool', args: [token0, token1, pool.fee] })
      : encodeFunctionData({ abi: factoryAbi, functionName: 'getPair', args: [token0, token1] })
  return { target: factory, callData }
}

const toAddress = (word: bigint | undefined): Address | undefined =>
  word === undefined ? undefined : toLower(`0x${BigInt.asUintN(160, word).toString(16).padStart(40, '0')}`)
