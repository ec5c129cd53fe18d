import type { PoolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type Address, decodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { toLower } from '../pool.ts'
import type { AddressForm, Call, Said } from './addressQuestions.ts'
import type { KnownPool } from './knownPool.ts'

const poolAbi = parseAbi([
  'function getPoolId() view returns (bytes32)',
  'function isPoolFromFactory(address pool) view returns (bool)',
])
const vaultAbis = {
  2: parseAbi(['function getPoolTokens(bytes32 poolId) view returns (address[], uint256[], uint256)']),
  3: parseAbi(['function getPoolTokens(address pool) view returns (address[])']),
}

type Vault = {
  readonly dex: string
  readonly vault: Address
  readonly factories: readonly { readonly address: Address; readonly kind: 'weighted' | 'balancerStable' }[]
}

/** A chain's Vaults of Balancer: an address is a pool where a known factory says that it made it, and the Vault names its tokens. */
export function toVaultForms(chain: ChainName, contracts: readonly PoolContracts[]): readonly AddressForm[] {
  return contracts.flatMap((one) => {
    if (one.form !== 'balancerV2' && one.form !== 'balancerV3') return []
    const [vault, factories] = [one.contracts[chain], one.factories[chain]]
    if (vault === undefined || factories === undefined) return []
    const of = {
      dex: one.id,
      vault,
      factories: [
        ...factories.weighted.map((address) => ({ address, kind: 'weighted' as const })),
        ...factories.stable.map((address) => ({ address, kind: 'balancerStable' as const })),
      ],
    }
    return [one.form === 'balancerV2' ? toFormOfV2(of) : toFormOfV3(of)]
  })
}

/** The pool names its id, which begins with its address; whether the Vault has such a pool is asked with the factories. */
function toFormOfV2(of: Vault): AddressForm {
  return {
    first: (address) => [
      { target: address, callData: encodeFunctionData({ abi: poolAbi, functionName: 'getPoolId' }) },
    ],
    second(address, [poolId]) {
      if (poolId?.length !== 66 || !poolId.startsWith(address)) return null
      const callData = encodeFunctionData({ abi: vaultAbis[2], functionName: 'getPoolTokens', args: [poolId] })
      return {
        calls: [{ target: of.vault, callData }, ...toFactoryCalls(of, address)],
        toPool: ([tokens, ...made]) => toPool(of, { address, tokens: toTokens(tokens), made, poolId }),
      }
    },
  }
}

/** The Vault names the tokens of its pools by their addresses. */
function toFormOfV3(of: Vault): AddressForm {
  return {
    first: (address) => [
      {
        target: of.vault,
        callData: encodeFunctionData({ abi: vaultAbis[3], functionName: 'getPoolTokens', args: [address] }),
      },
    ],
    second(address, [said]) {
      const tokens = toTokens(said)
      if (tokens === null) return null
      return { calls: toFactoryCalls(of, address), toPool: (made) => toPool(of, { address, tokens, made }) }
    },
  }
}

const toFactoryCalls = ({ factories }: Vault, pool: Address): readonly Call[] =>
  factories.map(({ address: target }) => ({
    target,
    callData: encodeFunctionData({ abi: poolAbi, functionName: 'isPoolFromFactory', args: [pool] }),
  }))

type Answer = {
  readonly address: Address
  readonly tokens: readonly Address[] | null
  /** What each factory said. */
  readonly made: readonly Said[]
  readonly poolId?: Hex
}

function toPool({ dex, vault, factories }: Vault, { address: id, tokens, made, poolId }: Answer): KnownPool | null {
  const factory = factories.find((_, index) => BigInt(made[index] ?? 0) === 1n)
  if (factory === undefined || tokens === null) return null
  const version = poolId === undefined ? 3 : 2
  return { kind: factory.kind, id, dex, address: vault, tokens, version, ...(poolId && { poolId }) }
}

/** The list that an answer begins with, of two tokens or more. */
function toTokens(said: Said): readonly Address[] | null {
  if (said === undefined) return null
  try {
    const [tokens] = decodeAbiParameters([{ type: 'address[]' }], said)
    return tokens.length < 2 ? null : tokens.map(toLower)
  } catch {
    return null
  }
}
