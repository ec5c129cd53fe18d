import { InvalidAlertError, type SignalSource } from '@outrigger/alerts'
import { type ChainName, getChain, OutriggerError } from '@outrigger/core'
import { resolveToken } from '@outrigger/oracle/internal'
import { toNotConfigured } from '../chainErrors.ts'
import type { SignalParts } from './signalParts.ts'

/** Prices are refreshed after half their lifetime. Requests before that are free. */
const askEveryMs = 5_000
const hourMs = 3_600_000

/** Returns prices in US dollars from the price oracle. */
export function createPriceSignals({ pools, prices, priceSettings, clock }: SignalParts): SignalSource {
  const { defillama, coingecko, exchanges = [] } = priceSettings
  const isAskedElsewhere = defillama?.enabled || coingecko?.enabled || exchanges.length > 0
  return {
    check({ chain, symbol }) {
      if (chain === null || symbol === null) return
      try {
        resolveToken(chain as ChainName, symbol)
      } catch (error) {
        if (error instanceof OutriggerError) throw new InvalidAlertError('symbol', error.message)
        throw error
      }
      if (pools[chain as ChainName] === undefined && !isAskedElsewhere) throw toNotConfigured(chain)
    },
    watch({ chain, symbol }, tell) {
      let lastMs = 0
      const ask = async () => {
        const { priceUsd, timestampMs, stale } = await prices.get(getChain(chain ?? ''), symbol ?? '')
        if (stale || timestampMs === lastMs) return
        lastMs = timestampMs
        tell({ value: priceUsd, atMs: timestampMs })
      }
      // Failing sources appear in their own metrics. The signal uses the next successful answer.
      const tryAsk = () => void ask().catch(() => {})
      const timer = setInterval(tryAsk, askEveryMs)
      tryAsk()
      return () => clearInterval(timer)
    },
    async replay({ chain, symbol }, { atMs }) {
      const days = Math.min(30, Math.ceil((clock.now() - atMs) / (24 * hourMs)) + 1)
      const { bars } = await prices.history(getChain(chain ?? ''), symbol ?? '', { days, interval: '1h' })
      return bars
        .filter(({ startMs }) => startMs > atMs)
        .flatMap(({ startMs, low, high, close }) =>
          [low, high, close].map((value, part) => ({ value, atMs: startMs + (part * hourMs) / 3 })),
        )
    },
  }
}
