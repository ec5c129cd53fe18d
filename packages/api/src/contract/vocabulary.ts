// Ids of the API. The packages that implement them are not imported here. A test of the server compares these lists with
// their registries.

import { lendingChains } from './chains.ts'

type LendingChain = (typeof lendingChains)[number]

/** Types of pending transactions. */
export const transactionTypes = [
  'contract_deploy',
  'liquidation',
  'flashloan',
  'bridge',
  'nft',
  'swap',
  'transfer',
  'other',
] as const

/** Lending protocols and the chains for which the specification lists them. */
const lenders: Readonly<Record<string, readonly LendingChain[]>> = {
  aave_v3: ['ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'gnosis'],
  spark: ['ethereum', 'gnosis'],
  compound_v2: ['ethereum'],
  compound_v3: ['ethereum', 'polygon', 'arbitrum'],
  aave_v2: ['ethereum', 'polygon'],
  morpho: ['ethereum'],
}

export const lendingIds: readonly string[] = Object.keys(lenders)

/** Lending protocols by chain. */
export const promisedProtocols: { readonly [chain in LendingChain]?: readonly string[] } = Object.fromEntries(
  lendingChains.map((chain) => [chain, lendingIds.filter((id) => lenders[id]?.includes(chain))]),
)

/** Types of alerts, and the figures that an alert of each type can watch. The first is the default. */
export const alertMetrics = {
  gas: ['standard', 'slow', 'fast', 'instant', 'base_fee'],
  monitoring: ['overall_health_score', 'performance_factor', 'chain_outages'],
  performance: [
    'p95_response_time_ms',
    'p99_response_time_ms',
    'avg_response_time_ms',
    'error_percent',
    'provider_latency_ms',
    'provider_success_percent',
  ],
  price: ['usd'],
  system: [
    'disk_used_percent',
    'memory_used_percent',
    'rss_mb',
    'event_loop_lag_ms',
    'endpoints_behind',
    'store_errors',
    'dead_letters',
  ],
} as const

export const alertTypes = Object.keys(alertMetrics) as readonly (keyof typeof alertMetrics)[]

/** Ids of DEX protocols. */
export const dexIds: readonly string[] = [
  'uniswap_v2',
  'uniswap_v3',
  'universal_router',
  'uniswap_v4',
  'uniswap_x',
  'sushiswap',
  'sushiswap_v3',
  'pancakeswap_v2',
  'pancakeswap_v3',
  'pancakeswap_universal_router',
  'pancakeswap_infinity',
  'quickswap',
  'honeyswap',
  'swapr',
  'baoswap',
  'levinswap',
  'shibaswap',
  'fraxswap',
  'defi_swap',
  'saitaswap',
  'pangolin',
  'biswap',
  'apeswap',
  'babyswap',
  'mdex',
  'nomiswap',
  'dfyn',
  'meshswap',
  'zyberswap',
  'baseswap',
  'camelot',
  'quickswap_v3',
  'camelot_v3',
  'traderjoe',
  'velodrome',
  'aerodrome',
  'thena',
  'ramses',
  'chronos',
  'solidlizard',
  'cone',
  'retro',
  'uniswap_v2_fork',
  'uniswap_v3_fork',
  'solidly_fork',
  'algebra',
  'oneinch',
  'zerox',
  'paraswap',
  'metamask_swap',
  'curve',
  'balancer_v2',
  'balancer_v1',
  'balancer_v3',
  'cow',
  'kyberswap',
  'odos',
  'okx',
  'openocean',
  'lifi',
  'bancor',
  'dodo',
  'synthetix',
  'gmx',
  'mstable',
  'mooniswap',
  'saddle_fork',
  'tokenlon',
  'hashflow',
  'bebop',
  'airswap',
  'clipper',
  'maverick',
  'wombat',
  'woofi',
  'izumi',
  'integral',
  'shell',
  'mento',
  'velocore',
  'syncswap',
  'mute',
  'ambient',
  'pendle',
  'four_meme',
  'transit',
  'binance_wallet',
  'banana_gun',
  'gmgn',
  'rainbow',
  'enso',
  'set_protocol',
  'enzyme',
  'aave_v2',
  'aave_v3',
]
