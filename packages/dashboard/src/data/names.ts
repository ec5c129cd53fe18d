/** Names of exchanges, price sources and lenders that are not their ids with capitals. */
const names: Readonly<Record<string, string>> = {
  sushiswap: 'SushiSwap',
  sushiswap_v3: 'SushiSwap V3',
  pancakeswap_v2: 'PancakeSwap V2',
  pancakeswap_v3: 'PancakeSwap V3',
  quickswap: 'QuickSwap',
  shibaswap: 'ShibaSwap',
  coingecko: 'CoinGecko',
  defillama: 'DefiLlama',
  okx: 'OKX',
  kucoin: 'KuCoin',
  cryptocom: 'Crypto.com',
}

/**
 * Returns the name of an exchange, a price source or a lender from its id.
 *
 * @example toName('uniswap_v3') // 'Uniswap V3'
 */
export const toName = (id: string): string =>
  names[id] ?? id.replaceAll('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
