/** A bar. Times are Unix milliseconds, prices US dollars, `volume` is in tokens. */
export type Bar = {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** A venue's price of a token at one time. */
export type Quote = { readonly symbol: string; readonly priceUsd: number; readonly atMs: number }

const dayMs = 86_400_000
/** Tokens in circulation, and tokens sold per day on each venue. */
export const circulating = 1_000_000
export const dailyVolume = 20_000

/** Stablecoins, whose prices hardly move. */
const stable: readonly string[] = ['USDC', 'USDT', 'DAI']

/** Returns the phase of a token's waves. The golden ratio spreads the letter sums over [0, 1). */
const toPhase = (symbol: string): number => {
  const sum = [...symbol].reduce((total, letter) => total * 31 + letter.charCodeAt(0), 0)
  return (sum * 0.618033988749895) % 1
}

/** Computes the past movement of a price: a weekly and a daily wave, so that each point in time has one price. */
const wave = (symbol: string, atMs: number): number => {
  const [days, phase] = [atMs / dayMs, toPhase(symbol)]
  const move = 0.04 * Math.sin(2 * Math.PI * (days / 7 + phase)) + 0.01 * Math.sin(2 * Math.PI * (days + phase))
  return stable.includes(symbol) ? move / 100 : move
}

/** Computes the price at a past time. The current price is the quote's. */
export const computePriceAt = ({ symbol, priceUsd, atMs }: Quote, thenMs: number): number =>
  priceUsd * Math.exp(wave(symbol, thenMs) - wave(symbol, atMs))

const steps = 8

/** Computes the bars between two times, including the unfinished one. */
export const computeBars = (quote: Quote, intervalMs: number, fromMs: number, toMs: number): readonly Bar[] => {
  const bars: Bar[] = []
  const first = Math.ceil(fromMs / intervalMs) * intervalMs
  for (let startMs = first; startMs <= Math.min(toMs, quote.atMs); startMs += intervalMs) {
    const endMs = Math.min(startMs + intervalMs, quote.atMs)
    const prices = Array.from({ length: steps + 1 }, (_, step) =>
      computePriceAt(quote, startMs + ((endMs - startMs) * step) / steps),
    )
    bars.push({
      startMs,
      open: prices[0] as number,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1) as number,
      volume: (dailyVolume * (endMs - startMs)) / dayMs,
    })
  }
  return bars
}

export type BookSide = readonly (readonly [price: number, amount: number])[]

const levels = 20
const levelUsd = 100_000
const halfSpread = 0.0001

/** Computes an order book with 20 offers of 100,000 dollars per side, 0.1 % apart. */
export const computeOrderBook = ({ priceUsd }: Quote): { readonly bids: BookSide; readonly asks: BookSide } => {
  const side = (sign: 1 | -1): BookSide =>
    Array.from({ length: levels }, (_, level) => {
      const price = priceUsd * (1 + sign * (halfSpread + level * 0.001))
      return [price, levelUsd / price]
    })
  return { bids: side(-1), asks: side(1) }
}

/** Formats a number like exchanges do. */
export const toDigits = (value: number): string => value.toPrecision(12).replace(/\.?0+$/, '')
