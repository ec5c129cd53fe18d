import type { ChainProfile } from '@outrigger/core'

/** How a network writes its addresses, and how fast its subsidy halves. */
export type BitcoinNetwork = {
  /** Version bytes of base58 addresses; the first is the one written. */
  readonly pubkeyhash: readonly number[]
  readonly scripthash: readonly number[]
  /** Prefix of bech32 addresses. */
  readonly bech32: string
  readonly halvingBlocks: number
  /** Whether it has MimbleWimble extension blocks, whose outputs have no address. */
  readonly hasMweb?: true
  /** Where nodes differ in how they write addresses, as bcoin and Core do in regtest: what a node prints is not taken. */
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
 * The rules of a network by the hash of its first block; the main network's where that is not known. Test networks (testnet3,
 * testnet4, signet) write addresses alike.
 */
export function toNetwork({ name, network: main }: ChainProfile, genesis: string | null): BitcoinNetwork {
  const known = networks[name] ?? networks['bitcoin']
  const kind = genesis === null || genesis === main ? 'main' : regtestGenesis.includes(genesis) ? 'regtest' : 'test'
  return known?.[kind] as BitcoinNetwork
}

/** All networks of a chain, the main network first. */
export const listNetworks = ({ name }: ChainProfile): readonly BitcoinNetwork[] =>
  Object.values(networks[name] ?? networks['bitcoin'] ?? {})

const firstSubsidy = 50n * 100_000_000n

/** What a block may create, in satoshis. */
export function toSubsidy({ halvingBlocks }: BitcoinNetwork, height: bigint): bigint {
  const halvings = height / BigInt(halvingBlocks)
  return halvings >= 64n ? 0n : firstSubsidy >> halvings
}
