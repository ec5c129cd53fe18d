/** A protocol and its value locked by chain, in millions of dollars. */
type Protocol = {
  readonly name: string
  readonly category: string
  readonly parent?: string
  readonly millions: Readonly<Record<string, number | null>>
}

const protocols: readonly Protocol[] = [
  { name: 'Aave V3', category: 'Lending', parent: 'aave', millions: { Ethereum: 9_000, Arbitrum: 900, Base: 700 } },
  { name: 'Aave V2', category: 'Lending', parent: 'aave', millions: { Ethereum: 300 } },
  { name: 'Compound V3', category: 'Lending', parent: 'compound-finance', millions: { Ethereum: 1_500, Base: 150 } },
  { name: 'Compound V2', category: 'Lending', parent: 'compound-finance', millions: { Ethereum: 200 } },
  { name: 'Morpho Blue', category: 'Lending', parent: 'morpho', millions: { Ethereum: 2_500, Base: 1_100 } },
  { name: 'SparkLend', category: 'Lending', parent: 'spark', millions: { Ethereum: 3_000 } },
  { name: 'Lido', category: 'Liquid Staking', millions: { Ethereum: 25_000 } },
  {
    name: 'Uniswap V3',
    category: 'Dexs',
    parent: 'uniswap',
    millions: { Ethereum: 2_000, Arbitrum: 400, 'OP Mainnet': 80 },
  },
  { name: 'Uniswap V2', category: 'Dexs', parent: 'uniswap', millions: { Ethereum: 1_400 } },
  { name: 'Curve DEX', category: 'Dexs', millions: { Ethereum: 1_800, Arbitrum: 60 } },
  { name: 'Raydium AMM', category: 'Dexs', millions: { Solana: 1_600 } },
  { name: 'Binance CEX', category: 'CEX', millions: { Ethereum: 150_000 } },
  // No value today.
  { name: 'Dormant', category: 'Yield', millions: { Ethereum: null } },
]

/** Value locked by chain in millions, without staked ether, which protocols count again. */
const chains: readonly (readonly [name: string, millions: number, chainId: number | null])[] = [
  ['Ethereum', 21_700, 1],
  ['Solana', 1_600, null],
  ['Base', 1_950, 8453],
  ['Arbitrum', 1_360, 42161],
  ['OP Mainnet', 80, 10],
  ['Bitcoin', 0, null],
]

/** Volume per day by chain in millions of dollars, and its change since the day before in percent. */
const dexes = [
  { name: 'Uniswap V3', parent: 'uniswap', change: 4, millions: { Ethereum: 900, Arbitrum: 300, 'OP Mainnet': 20 } },
  { name: 'Uniswap V2', parent: 'uniswap', change: -8, millions: { Ethereum: 150 } },
  { name: 'Curve DEX', parent: null, change: 12, millions: { Ethereum: 220, Arbitrum: 15 } },
  { name: 'Raydium AMM', parent: null, change: -2, millions: { Solana: 800 } },
  { name: 'Aerodrome Slipstream', parent: 'aerodrome', change: 1, millions: { Base: 500 } },
] as const

/** Yields in percent per year. */
const pools: readonly (readonly [
  chain: string,
  project: string,
  symbol: string,
  tvlUsd: number,
  apyBase: number | null,
  apyReward: number | null,
  isStable: boolean,
])[] = [
  ['Ethereum', 'lido', 'STETH', 25e9, 2.9, null, false],
  ['Ethereum', 'aave-v3', 'WETH', 4e9, 1.8, null, false],
  ['Ethereum', 'aave-v3', 'USDC', 1.2e9, 4.5, null, true],
  ['Base', 'aave-v3', 'USDC', 250e6, 5.1, null, true],
  ['Ethereum', 'compound-v3', 'USDC', 400e6, 4.1, 0.6, true],
  ['Ethereum', 'uniswap-v3', 'WETH-USDC', 180e6, 22.4, null, false],
  ['Arbitrum', 'uniswap-v3', 'WETH-USDC', 60e6, 31.2, null, false],
  ['Ethereum', 'curve-dex', 'DAI-USDC-USDT', 160e6, 0.9, 1.1, true],
  ['Base', 'morpho-blue', 'WETH', 90e6, 3.3, 1.2, false],
  // A new pool without a known yield.
  ['Base', 'aerodrome-slipstream', 'WETH-USDC', 30e6, null, null, false],
]

const million = 1e6
const daySeconds = 86_400
const sum = (byChain: Readonly<Record<string, number | null>>): number | null => {
  const known = Object.values(byChain).filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value * million, 0)
}
const toSlug = (name: string): string => name.toLowerCase().replaceAll(' ', '-')
const toParent = (parent: string | null | undefined) => (parent ? { parentProtocol: `parent#${parent}` } : {})

/** Returns DefiLlama's figures for the devnet's market, or undefined for an unknown path. */
export const toMarketFigures = (path: string, nowMs: number): unknown => {
  if (path === '/protocols') return protocols.map(toProtocolRow)
  if (path === '/v2/chains')
    return chains.map(([name, millions, chainId]) => ({
      gecko_id: toSlug(name),
      tvl: millions * million,
      tokenSymbol: 'ETH',
      cmcId: '1027',
      name,
      chainId,
    }))
  if (path === '/v2/historicalChainTvl') return toHistory(nowMs)
  if (path === '/pools') return { status: 'success', data: pools.map(toPoolRow) }
  const [, chain] = /^\/overview\/dexs(?:\/([^/]+))?$/.exec(path) ?? [path]
  return path.startsWith('/overview/dexs')
    ? toVolumes(chain === undefined ? undefined : decodeURIComponent(chain))
    : undefined
}

const toProtocolRow = ({ name, category, parent, millions }: Protocol, index: number) => ({
  id: String(index),
  name,
  slug: toSlug(name),
  symbol: '-',
  category,
  ...toParent(parent),
  chains: Object.keys(millions),
  tvl: sum(millions),
  chainTvls: Object.fromEntries(
    // Borrowed amounts are separate and not part of the value locked.
    Object.entries(millions).flatMap(([chain, value]) =>
      value === null
        ? []
        : [[chain, value * million], ...(category === 'Lending' ? [[`${chain}-borrowed`, value * 6e5]] : [])],
    ),
  ),
  change_1d: 1.5,
  change_7d: -2.5,
})

/** Returns one value per midnight and the current one. Today is 2 % above yesterday. */
const toHistory = (nowMs: number) => {
  const now = Math.floor(nowMs / 1000)
  const total = chains.reduce((all, [, millions]) => all + millions * million, 0)
  return Array.from({ length: 30 }, (_, index) => ({
    date: now - (29 - index) * daySeconds,
    tvl: total * 1.02 ** (index - 29),
  }))
}

const toPoolRow = (
  [chain, project, symbol, tvlUsd, apyBase, apyReward, stablecoin]: (typeof pools)[number],
  index: number,
) => ({
  chain,
  project,
  symbol,
  tvlUsd,
  apyBase,
  apyReward,
  apy: apyBase === null ? null : Number((apyBase + (apyReward ?? 0)).toFixed(5)),
  rewardTokens: null,
  pool: `747c1d2a-c668-4682-b9f9-${String(index).padStart(12, '0')}`,
  apyPct1D: -0.04,
  apyPct7D: -0.06,
  apyPct30D: null,
  stablecoin,
  ilRisk: 'no',
  exposure: 'single',
  predictions: { predictedClass: 'Stable/Up', predictedProbability: 74, binnedConfidence: 2 },
  poolMeta: null,
  mu: 3.8,
  sigma: 0.05,
  count: 1_141,
  outlier: false,
  underlyingTokens: [],
  il7d: null,
  apyBase7d: null,
  apyMean30d: 2.7,
  volumeUsd1d: null,
  volumeUsd7d: null,
  apyBaseInception: null,
})

const toVolumes = (chain: string | undefined) => {
  const rows = dexes.flatMap(({ name, parent, change, millions }) => {
    const byChain: Readonly<Record<string, number>> = millions
    const volume = chain === undefined ? sum(byChain) : (byChain[chain] ?? 0) * million
    if (!volume) return []
    return {
      name,
      displayName: name,
      slug: toSlug(name),
      ...toParent(parent),
      chains: Object.keys(millions),
      total24h: volume,
      total48hto24h: volume / (1 + change / 100),
      total7d: volume * 7,
      total30d: volume * 30,
      change_1d: change,
      change_7d: 2.1,
    }
  })
  const allChains = [...new Set(dexes.flatMap(({ millions }) => Object.keys(millions)))]
  return { totalDataChart: [], totalDataChartBreakdown: [], allChains, protocols: rows }
}
