import type { DevnetClient } from '../chain/client.ts'
import { readAbi } from '../contracts/abis.ts'
import { type FeedName, feeds } from '../contracts/addresses.ts'

/** Market symbols by feed. */
const symbols: Readonly<Record<FeedName, readonly string[]>> = {
  'ETH / USD': ['ETH'],
  'BTC / USD': ['BTC', 'WBTC'],
  'USDC / USD': ['USDC'],
  'USDT / USD': ['USDT'],
  'DAI / USD': ['DAI'],
  'LINK / USD': ['LINK'],
}
const feedDecimals = 8
const keptMs = 500
/** Market price of weETH, slightly below the 1.075 ETH it redeems for. */
const weEthInEther = 1.073

/** Reads the prices of a devnet's feeds for `createMarketServer`, at most once per half second. */
export const createFeedPrices = (client: DevnetClient): (() => Promise<Readonly<Record<string, number>>>) => {
  let reading: Promise<Readonly<Record<string, number>>> | undefined
  let readMs = 0

  const read = async (): Promise<Readonly<Record<string, number>>> => {
    const entries = await Promise.all(
      Object.entries(feeds).map(async ([name, { address }]) => {
        const answer = await client.readContract({ address, abi: readAbi('priceFeed'), functionName: 'latestAnswer' })
        const priceUsd = Number(answer) / 10 ** feedDecimals
        return symbols[name as FeedName].map((symbol) => [symbol, priceUsd] as const)
      }),
    )
    const prices = Object.fromEntries(entries.flat())
    return { ...prices, weETH: (prices['ETH'] ?? 0) * weEthInEther }
  }

  return () => {
    const nowMs = performance.now()
    if (reading === undefined || nowMs - readMs > keptMs) {
      readMs = nowMs
      reading = read()
      reading.catch(() => {
        reading = undefined
      })
    }
    return reading
  }
}
