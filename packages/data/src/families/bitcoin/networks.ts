import type { ChainProfile } from '@outrigger/core'

/** The address formats of a network, and the interval at which its subsidy halves. */
export type BitcoinNetwork = {
  /** Version bytes of base58 addresses. The first is used for output. */
  readonly pubkeyhash: readonly number[]
  readonly scripthash: readonly number[]
  /** Prefix of bech32 addresses. */
  readonly bech32: string
  readonly halvingBlocks: number
  /** Whether the network has MimbleWimble extension blocks, whose outputs have no address. */
  readonly hasMweb?: true
  /**
   * Whether to ignore the addresses that nodes print, because nodes write them differently (bcoin and Core in
   * regtest).
   */
  readonly ownAddresses?: true
}

// chainparams.cpp of Bitcoin Core and Litecoin Core.
const bitcoinTest = { pubkeyhash: [111], scripthash: [196] }
const litecoinTest = { pubkeyhash: [111], scripthash: [58, 196] }
const networks: Readonly<Record<string, Readonly<Record<string, BitcoinNetwork>>>> = {
  bitcoin: {
    main: { pubkeyhash: [0], scripthash: [5], bech32: 'bc', halvingBlocks: 210_000 },
    test: { ...bitcoinTest, bech32: 'tb', halvingBlocks: 210_000 },
    regtest: { ...bitcoinTest, bech32: 'bcrt', halvingBlocks: 150, ownAddresses: true },
  },
  litecoin: {
    main: { pubkeyhash: [48], scripthash: [50, 5], bech32: 'ltc', halvingBlocks: 840_000, hasMweb: true },
    test: { ...litecoinTest, bech32: 'tltc', halvingBlocks: 840_000, hasMweb: true },
    regtest: { ...litecoinTest, bech32: 'rltc', halvingBlocks: 150, hasMweb: true },
  },
}

const regtestGenesis = [
  '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
]

/**
 * Returns the rules of a network by the hash of its first block, or those of the main network if the hash is unknown. All test
 * networks (testnet3, testnet4, signet) write addresses in the same form.
 */
export function toNetwork({ name, network: main }: ChainProfile, genesis: string | null): BitcoinNetwork {
  const known = networks[name] ?? networks['bitcoin']
  const kind = genesis === null || genesis === main ? 'main' : regtestGenesis.includes(genesis) ? 'regtest' : 'test'
  return known?.[kind] as BitcoinNetwork
}

/** Returns all networks of a chain, the main network first. */
export const listNetworks = ({ name }: ChainProfile): readonly BitcoinNetwork[] =>
  Object.values(networks[name] ?? networks['bitcoin'] ?? {})

const firstSubsidy = 50n * 100_000_000n

/** Returns the new coins that a block may create, in satoshis. */
export function toSubsidy({ halvingBlocks }: BitcoinNetwork, height: bigint): bigint {
  const halvings = height / BigInt(halvingBlocks)
  return halvings >= 64n ? 0n : firstSubsidy >> halvings
}
