import type { MarketToken } from './venue.ts'

const onEthereum = (address: string) => ({ chain: 'ethereum', address })
const weth = '0x4200000000000000000000000000000000000006'

/** The tokens of the devnet for markets. Only aggregators know weETH, because no pool of the devnet trades it. */
export const marketTokens: readonly MarketToken[] = [
  {
    symbol: 'ETH',
    coinGeckoId: 'ethereum',
    isExchangeTraded: true,
    contracts: [
      onEthereum('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'),
      { chain: 'base', address: weth },
      { chain: 'arbitrum', address: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1' },
    ],
  },
  { symbol: 'BTC', coinGeckoId: 'bitcoin', isExchangeTraded: true, contracts: [] },
  token('WBTC', 'wrapped-bitcoin', '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', true),
  token('LINK', 'chainlink', '0x514910771af9ca656af840dff83e8264ecf986ca', true),
  token('USDC', 'usd-coin', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', true),
  token('USDT', 'tether', '0xdac17f958d2ee523a2206206994597c13d831ec7', false),
  token('DAI', 'dai', '0x6b175474e89094c44da98b954eedeac495271d0f', true),
  token('weETH', 'wrapped-eeth', '0xcd5fe23c85820f7b72d0926fc9b05b43e359b7ee', false),
]

function token(symbol: string, coinGeckoId: string, address: string, isExchangeTraded: boolean): MarketToken {
  return { symbol, coinGeckoId, isExchangeTraded, contracts: [onEthereum(address)] }
}
