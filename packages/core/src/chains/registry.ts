import { toSuggestion } from '../errors/closest.ts'
import { OutriggerError } from '../errors/outriggerError.ts'
import { arbitrum } from './arbitrum.ts'
import { avalanche } from './avalanche.ts'
import { base } from './base.ts'
import { berachain } from './berachain.ts'
import { bitcoin } from './bitcoin.ts'
import { blast } from './blast.ts'
import { bsc } from './bsc.ts'
import { celo } from './celo.ts'
import type { ChainProfile } from './chain.ts'
import { cosmoshub } from './cosmoshub.ts'
import { ethereum } from './ethereum.ts'
import { gnosis } from './gnosis.ts'
import { ink } from './ink.ts'
import { linea } from './linea.ts'
import { litecoin } from './litecoin.ts'
import { mantle } from './mantle.ts'
import { moonbeam } from './moonbeam.ts'
import { optimism } from './optimism.ts'
import { osmosis } from './osmosis.ts'
import { polygon } from './polygon.ts'
import { scroll } from './scroll.ts'
import { solana } from './solana.ts'
import { sonic } from './sonic.ts'
import { starknet } from './starknet.ts'
import { unichain } from './unichain.ts'
import { worldchain } from './worldchain.ts'
import { zksync } from './zksync.ts'

/** All supported chains. A new chain is one file beside this one and one line here. */
export const chains = {
  ethereum,
  polygon,
  arbitrum,
  optimism,
  base,
  avalanche,
  bsc,
  gnosis,
  linea,
  scroll,
  zksync,
  mantle,
  celo,
  blast,
  unichain,
  sonic,
  berachain,
  worldchain,
  ink,
  moonbeam,
  bitcoin,
  litecoin,
  solana,
  starknet,
  cosmoshub,
  osmosis,
} as const satisfies { readonly [name: string]: ChainProfile }

/** Name of a chain in `chains`, such as `ethereum` or `base`. */
export type ChainName = keyof typeof chains

/** There is no chain with this name or id. The message lists the known names and suggests the closest one. */
export class UnknownChainError extends OutriggerError {
  readonly code = 'UNKNOWN_CHAIN'
  constructor(name: string) {
    const names = Object.keys(chains)
    super(`Unknown chain "${name.slice(0, 64)}".${toSuggestion(name, names)} Known chains: ${names.join(', ')}.`)
  }
}

/** A chain, by its name or its profile. */
export type ChainOption = ChainName | ChainProfile

/** Returns the profile of a chain. @throws {UnknownChainError} */
export function resolveChain(chain: ChainOption): ChainProfile {
  return typeof chain === 'string' ? getChain(chain) : chain
}

/** Returns the name of a chain. */
export function toChainName(chain: ChainOption): ChainName {
  return (typeof chain === 'string' ? chain : chain.name) as ChainName
}

/**
 * Returns whether a string is the name of a chain in `chains`. A chain id is not a name; use `getChain` for both.
 *
 * @example isChainName('base') // true
 */
export function isChainName(name: string): name is ChainName {
  return Object.hasOwn(chains, name)
}

const namesById: ReadonlyMap<string, ChainName> = new Map(
  Object.values(chains).flatMap(({ chainId, name }) => (chainId === null ? [] : [[String(chainId), name]])),
)

/**
 * Returns the name of a chain by its name or its decimal chain id, or `undefined`.
 * @example findChainName('8453') // 'base'
 */
export function findChainName(nameOrId: string): ChainName | undefined {
  return isChainName(nameOrId) ? nameOrId : namesById.get(nameOrId)
}

/** Returns the profile of a chain by its chain id, or `undefined`. */
export function findChainById(chainId: number): ChainProfile | undefined {
  const name = namesById.get(String(chainId))
  return name === undefined ? undefined : chains[name]
}

/**
 * Returns the profile of a chain by its name or chain id.
 * @throws {UnknownChainError}
 * @example getChain('base').chainId // 8453
 */
export function getChain(nameOrId: string): ChainProfile<ChainName> {
  const name = findChainName(nameOrId)
  if (name === undefined) throw new UnknownChainError(nameOrId)
  return chains[name]
}
