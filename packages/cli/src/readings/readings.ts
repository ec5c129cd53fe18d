import type { BeaconReading, GasReading, LrtReading, Outrigger } from '@outrigger/api'

export type GasListener = {
  gas(reading: GasReading): void
  failure(chain: string, error: unknown): void
}

/** Answers about gas, restaking rates, the beacon chain, prices and the market: read from providers here, or asked of a running node. */
export type Readings = {
  /** Chains whose gas is known without naming one. */
  readonly chains: readonly string[]
  getGas(chain: string): Promise<GasReading>
  /** Each new block or change of source, until `signal` is aborted; a failure ends nothing. */
  watchGas(chains: readonly string[], listener: GasListener, signal: AbortSignal): Promise<void>
  getLrt(tokens?: readonly string[]): Promise<LrtReading>
  getBeacon(): Promise<BeaconReading>
  readonly prices: Outrigger['prices']
  readonly market: Outrigger['market']
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
