/** Native currencies of the chains with a mempool that differ from ether. */
const others: Readonly<Record<string, string>> = { gnosis: 'XDAI' }

/**
 * Returns the symbol of the native currency of a chain with a mempool.
 *
 * @example toCurrency('gnosis') // 'XDAI'
 */
export const toCurrency = (chain: string): string => others[chain] ?? 'ETH'
