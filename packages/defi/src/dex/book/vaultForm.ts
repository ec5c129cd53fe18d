import { type Address, decodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { toLower } from '../pool.ts'
import type { AddressForm, Call, CallResult } from './addressForm.ts'
import type { BalancerVault } from './balancerVault.ts'
import type { KnownPool } from './knownPool.ts'

const poolAbi = parseAbi([
  'function getPoolId() view returns (bytes32)',
  'function isPoolFromFactory(address pool) view returns (bool)',
])
const vaultAbis = {
  2: parseAbi(['function getPoolTokens(bytes32 poolId) view returns (address[], uint256[], uint256)']),
  3: parseAbi(['function getPoolTokens(address pool) view returns (address[])']),
}

/**
 * Returns how to check an address with a Vault. A known factory must confirm that it created the pool, and the Vault
 * must list its tokens.
 */
export const toVaultForm = (vault: BalancerVault): AddressForm =>
  vault.version === 2 ? toV2Form(vault) : toV3Form(vault)

/** The pool reports its id, which begins with its address. The Vault confirms the id in the second round. */
const toV2Form = (vault: BalancerVault): AddressForm => ({
  first: (address) => [{ target: address, callData: encodeFunctionData({ abi: poolAbi, functionName: 'getPoolId' }) }],
  second(address, [poolId]) {
    if (poolId?.length !== 66 || !poolId.startsWith(address)) return null
    const callData = encodeFunctionData({ abi: vaultAbis[2], functionName: 'getPoolTokens', args: [poolId] })
    return {
      calls: [{ target: vault.address, callData }, ...toFactoryCalls(vault, address)],
      toPool: ([tokens, ...created]) => toPool(vault, { address, tokens: toTokens(tokens), created, poolId }),
    }
  },
})

/** The Vault lists the tokens of a pool by the pool's address. */
const toV3Form = (vault: BalancerVault): AddressForm => ({
  first: (address) => [
    {
      target: vault.address,
      callData: encodeFunctionData({ abi: vaultAbis[3], functionName: 'getPoolTokens', args: [address] }),
    },
  ],
  second(address, [result]) {
    const tokens = toTokens(result)
    if (tokens === null) return null
    return { calls: toFactoryCalls(vault, address), toPool: (created) => toPool(vault, { address, tokens, created }) }
  },
})

const toFactoryCalls = ({ factories }: BalancerVault, pool: Address): readonly Call[] =>
  [...factories.keys()].map((target) => ({
    target,
    callData: encodeFunctionData({ abi: poolAbi, functionName: 'isPoolFromFactory', args: [pool] }),
  }))

type Answer = {
  readonly address: Address
  readonly tokens: readonly Address[] | null
  /** Whether each factory created the pool, in the order of `factories`. */
  readonly created: readonly CallResult[]
  readonly poolId?: Hex
}

function toPool(
  { dex, version, address: vault, factories }: BalancerVault,
  { address: id, tokens, created, poolId }: Answer,
): KnownPool | null {
  const kind = [...factories.values()].find((_, index) => BigInt(created[index] ?? 0) === 1n)
  if (kind === undefined || tokens === null) return null
  return { kind, id, dex, address: vault, tokens, version, ...(poolId && { poolId }) }
}

/** Decodes the list at the start of a result. Returns null if it has fewer than two tokens. */
function toTokens(result: CallResult): readonly Address[] | null {
  if (result === undefined) return null
  try {
    const [tokens] = decodeAbiParameters([{ type: 'address[]' }], result)
    return tokens.length < 2 ? null : tokens.map(toLower)
  } catch {
    return null
  }
}
