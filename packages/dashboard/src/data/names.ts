/** Names of exchanges and lenders that are not their ids in capitals. */
const names: Readonly<Record<string, string>> = {
  sushiswap: 'SushiSwap',
  sushiswap_v3: 'SushiSwap V3',
  pancakeswap_v2: 'PancakeSwap V2',
  pancakeswap_v3: 'PancakeSwap V3',
  quickswap: 'QuickSwap',
  shibaswap: 'ShibaSwap',
}

/**
 * Returns the name of an exchange or a lender from its id.
 *
 * @example toName('uniswap_v3') // 'Uniswap V3'
 */
export const toName = (id: string): string =>
  names[id] ?? id.replaceAll('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
