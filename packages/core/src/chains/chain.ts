import { type Address, type Chain, defineChain as defineViemChain } from 'viem'

export type ChainFamily = 'evm' | 'bitcoin' | 'solana' | 'starknet' | 'cosmos'

/**
 * How a chain prices execution. The parameters are current as of writing. Chains that put their parameters into the header (OP
 * stack since Holocene, Avalanche since ACP-176) use these only as defaults.
 */
export type FeeModel =
  | {
      /** EIP-1559 with the chain's own parameters. */
      readonly kind: 'eip1559'
      readonly elasticityMultiplier: bigint
      readonly baseFeeChangeDenominator: bigint
      /** Gas target in percent of the block's limit, if it is not the limit divided by the elasticity. */
      readonly gasTargetPercent?: bigint
      /** Largest change of the base fee per block in percent, if the chain limits it. */
      readonly maxBaseFeeChangePercent?: bigint
      /** Lowest tip in wei that nodes of the chain accept. */
      readonly minPriorityFeePerGas?: bigint
    }
  | {
      /** OP stack: EIP-1559 with parameters in `extraData` (Holocene, Jovian), plus an L1 data fee. */
      readonly kind: 'opStack'
      readonly elasticityMultiplier: bigint
      readonly baseFeeChangeDenominator: bigint
    }
  /**
   * Arbitrum Nitro: the sequencer sets the base fee from its backlog. Transactions are ordered by arrival, so tips have no effect.
   * The minimum base fee is read from ArbGasInfo, because the chain's owner may change it.
   */
  | { readonly kind: 'arbitrum' }
  /** Avalanche C-Chain, ACP-176: the base fee is exponential in the gas excess in `extraData`. */
  | { readonly kind: 'avalanche' }
  /** A chain with one gas price from `eth_gasPrice` and no burnt base fee. */
  | { readonly kind: 'gasPrice' }
  /** A chain without an EVM fee market, with the unit of its fees. */
  | { readonly kind: 'native'; readonly unit: 'sat/vB' | 'microLamports/CU' | 'fri' | 'utoken/gas' }

/** The blob parameters that apply from a given time on, as in the blob schedules of EIP-7840 and EIP-7892. */
export type BlobParameters = {
  /** Unix seconds of the first block with these parameters. */
  readonly activationTime: number
  /** Target number of blobs per block. */
  readonly target: number
  /** Maximum number of blobs per block. */
  readonly max: number
  readonly baseFeeUpdateFraction: bigint
}

/** How a chain prices blobs: EIP-4844 with the chain's own parameters. */
export type BlobMarket = {
  /** Lowest blob base fee in wei. */
  readonly minBaseFeePerBlobGas: bigint
  /** Unix seconds since which the reserve price of EIP-7918 applies. */
  readonly reservePriceTime: number
  /** Ascending by activation time. */
  readonly schedule: readonly BlobParameters[]
}

/**
 * Where pending transactions are: in `public` gossip, in the private queue of a `sequencer`, or in none (`none`:
 * forwarded immediately).
 */
export type MempoolKind = 'public' | 'sequencer' | 'none'

export type NativeCurrency = { readonly name: string; readonly symbol: string; readonly decimals: number }

/** The properties of a supported chain: names and ids, fee model, and visibility of pending transactions. */
export type ChainProfile<name extends string = string, family extends ChainFamily = ChainFamily> = {
  /** Lower-case name, as in paths and settings. */
  readonly name: name
  readonly family: family
  readonly networkType: 'mainnet'
  /** The chain id that endpoints must return for `eth_chainId`. Null outside the EVM family. */
  readonly chainId: number | null
  /**
   * Identifies the chain's main network: the hash of its first block (Bitcoin, Solana), or its chain id (Starknet, Cosmos). Null in
   * the EVM family, which has `chainId`.
   */
  readonly network: string | null
  /**
   * viem's definition, for clients of the EVM family. It is copied here because `viem/chains` takes longer to load
   * than viem.
   */
  readonly viemChain: Chain | null
  /** The layer a rollup settles on. */
  readonly settlesOn: string | null
  readonly consensus: string
  /** Average time between blocks. */
  readonly blockTimeMs: number
  readonly nativeCurrency: NativeCurrency
  readonly explorer: string
  readonly feeModel: FeeModel
  readonly mempool: MempoolKind
  /** Largest gas limit of one transaction (EIP-7825, or the chain's own rule). Null if only the block limits it. */
  readonly transactionGasCap: bigint | null
  /** Blob market of the chain. Null if the chain has no blobs, or prices them by another rule. */
  readonly blobs: BlobMarket | null
  /** WETH9 or a similar contract: the ERC-20 token of the native currency, in lower case. Null outside the EVM family. */
  readonly wrappedNative: Address | null
}

type EvmProfile<name extends string> = {
  readonly name: name
  readonly chain: Chain & { readonly network?: string }
  readonly consensus: string
  readonly blockTimeMs: number
  readonly feeModel: FeeModel
  readonly mempool: MempoolKind
  readonly wrappedNative: Address
  readonly settlesOn?: string
  readonly transactionGasCap?: bigint
  readonly blobs?: BlobMarket
}

/** The gas limit of EIP-7825: 2^24. */
export const eip7825GasCap = 16_777_216n

/** Defines an EVM chain from viem's definition and the properties that viem lacks. */
export function defineEvmChain<const name extends string>(profile: EvmProfile<name>): ChainProfile<name, 'evm'> {
  const { chain, settlesOn = null, transactionGasCap = null, blobs = null, ...rest } = profile
  return {
    ...rest,
    family: 'evm',
    networkType: 'mainnet',
    chainId: chain.id,
    network: null,
    viemChain: defineViemChain(chain) as Chain,
    settlesOn,
    transactionGasCap,
    blobs,
    nativeCurrency: chain.nativeCurrency,
    explorer: (chain.blockExplorers?.default.url ?? '').replace(/\/$/, ''),
  }
}

/** Defines a chain outside the EVM family. */
export function defineChain<const name extends string, const family extends ChainFamily>(
  profile: Omit<ChainProfile<name, family>, EvmOnly> & {
    readonly name: name
    readonly family: family
    readonly network: string
  },
): ChainProfile<name, family> {
  return {
    ...profile,
    networkType: 'mainnet',
    chainId: null,
    viemChain: null,
    settlesOn: null,
    transactionGasCap: null,
    blobs: null,
    wrappedNative: null,
  }
}

type EvmOnly = 'networkType' | 'chainId' | 'viemChain' | 'settlesOn' | 'transactionGasCap' | 'blobs' | 'wrappedNative'
