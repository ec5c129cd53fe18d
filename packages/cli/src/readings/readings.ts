import type { GasReading, Outrigger } from '@outrigger/api'
import type { Response } from '@outrigger/api/contract'

export type GasListener = {
  gas(reading: GasReading): void
  failure(chain: string, error: unknown): void
}

/** Gas, prices and the market, read from providers in this process or from a running node. */
export type Readings = {
  /** Chains with a provider. */
  readonly chains: readonly string[]
  getGas(chain: string): Promise<GasReading>
  readonly getInclusion: Outrigger['gas']['inclusion']
  /** Reports each new block or change of source until `signal` is aborted. Continues after a failure. */
  watchGas(chains: readonly string[], listener: GasListener, signal: AbortSignal): Promise<void>
  readonly prices: Outrigger['prices']
  readonly market: Outrigger['market']
  /** Figures of CoinGecko and alternative.me, as the REST interface returns them. */
  getOverview(): Promise<Response<'analyticsMarketOverview'>>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
