import { type Address, type Chain, defineChain as defineViemChain } from 'viem'

export type ChainFamily = 'evm' | 'bitcoin' | 'solana' | 'starknet' | 'cosmos'

/**
 * How a chain prices execution. The parameters are the ones in force at the time of writing; a rule that reads its
 * parameters from the header (OP stack since Holocene, Avalanche since ACP-176) uses these only as defaults.
 */
export type FeeModel =
  | {
      /** EIP-1559 with the chain's own parameters. */
      readonly kind: 'eip1559'
      readonly elasticityMultiplier: bigint
      readonly baseFeeChangeDenominator: bigint
      /** Gas target in percent of the block's limit, where it is not the limit over the elasticity. */
      readonly gasTargetPercent?: bigint
      /** Largest change of the base fee per block in percent, where the chain bounds it. */
      readonly maxBaseFeeChangePercent?: bigint
      /** Least tip in wei that nodes of the chain accept. */
      readonly minPriorityFeePerGas?: bigint
    }
  | {
      /** OP stack: EIP-1559 whose parameters travel in `extraData` (Holocene, Jovian), plus an L1 data fee. */
      readonly kind: 'opStack'
      readonly elasticityMultiplier: bigint
      readonly baseFeeChangeDenominator: bigint
    }
  /**
   * Arbitrum Nitro: base fee set by the sequencer from its backlog, first come first served, tips buy nothing. The floor of the
   * base fee is read from ArbGasInfo, since the chain's owner may change it.
   */
  | { readonly kind: 'arbitrum' }
  /** Avalanche C-Chain, ACP-176: base fee an exponential of the gas excess carried in `extraData`. */
  | { readonly kind: 'avalanche' }
  /** One price, no burnt base fee to predict: `eth_gasPrice`. */
  | { readonly kind: 'gasPrice' }
  /** Not an EVM gas market; the unit its fees are quoted in. */
  | { readonly kind: 'native'; readonly unit: 'sat/vB' | 'microLamports/CU' | 'fri' | 'utoken/gas' }

/** Blob parameters from a time on, as in the blob schedules of EIP-7840 and EIP-7892. */
export type BlobParameters = {
  /** Unix seconds. Blocks from then on follow them. */
  readonly activationTime: number
  /** Blobs that a block should carry. */
  readonly target: number
  /** Blobs that a block may carry. */
  readonly max: number
  readonly baseFeeUpdateFraction: bigint
}

/** How a chain prices blobs: EIP-4844 with the chain's own parameters. */
export type BlobMarket = {
  /** Lowest blob base fee in wei. */
  readonly minBaseFeePerBlobGas: bigint
  /** Unix seconds from which the reserve price of EIP-7918 applies. */
  readonly reservePriceTime: number
  /** Ascending by activation. */
  readonly schedule: readonly BlobParameters[]
}

/** Where transactions wait before a block: `public` gossip, `sequencer` (private queue), or `none` (forwarded at once). */
export type MempoolKind = 'public' | 'sequencer' | 'none'

export type NativeCurrency = { readonly name: string; readonly symbol: string; readonly decimals: number }

/** What Outrigger knows of a chain: its names and ids, its fee model, and who sees its pending transactions. */
export type ChainProfile<name extends string = string, family extends ChainFamily = ChainFamily> = {
  /** Lower-case name, as in paths and settings. */
  readonly name: name
  readonly family: family
  readonly networkType: 'mainnet'
  /** What the endpoint must answer to `eth_chainId`; null outside the EVM family. */
  readonly chainId: number | null
  /**
   * What distinguishes the main network of the chain from all others: the hash of its first block (Bitcoin, Solana), or its chain id
   * (Starknet, Cosmos). Null in the EVM family, which has `chainId`.
   */
  readonly network: string | null
  /** viem's definition, for clients of the EVM family. Stated here because loading `viem/chains` costs more than viem. */
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
  /** Most gas that one transaction may ask for (EIP-7825, or the chain's own rule); null where only the block limits it. */
  readonly transactionGasCap: bigint | null
  /** Null if the chain takes no blobs, or prices them by a rule of its own. */
  readonly blobs: BlobMarket | null
  /** WETH9 or its like: the ERC-20 token of the native currency, lower case; null outside the EVM family. */
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

/** The cap of EIP-7825: 2^24. */
export const eip7825GasCap = 16_777_216n

/** Profile of an EVM chain: viem's definition, and what viem does not say. */
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

/** Profile of a chain outside the EVM family. */
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
