import { ApiAnswerError, createClient } from '@outrigger/api'
import { oracleChains } from '@outrigger/api/contract'
import { getChain, OutriggerError, redactUrl } from '@outrigger/core'
import { untilAborted } from '../interrupt.ts'
import type { Readings } from './readings.ts'

class NotRestError extends OutriggerError {
  readonly code = 'USAGE'
  constructor(url: string) {
    super(
      `${redactUrl(url)} is the gateway of a node, which supports JSON-RPC only. --node takes the URL of the REST interface, by default http://127.0.0.1:8787.`,
    )
  }
}

/**
 * Returns true if the gateway responded. The health of providers needs no key, so the REST interface returns no 401 for
 * it. The gateway does, or returns 404 because it does not have the path.
 */
const isOfGateway = (error: unknown): boolean =>
  error instanceof ApiAnswerError && error.requestId !== null && [401, 404].includes(error.status)

/** Reads from a running node. */
export async function createNodeReadings(url: string, apiKey: string | undefined): Promise<Readings> {
  const client = createClient({ url, ...(apiKey && { apiKey }) })
  const { providers } = await client.wire.oracleHealth().catch((error: unknown) => {
    throw isOfGateway(error) ? new NotRestError(url) : error
  })

  return {
    chains: oracleChains.filter((chain) => Object.hasOwn(providers, chain)),
    getGas: client.gas.get,
    getInclusion: client.gas.inclusion,
    async watchGas(chains, { gas, failure }, signal) {
      for (const chain of chains)
        client.gas.watch(getChain(chain).name, { onPrice: gas, onError: (error) => failure(chain, error) })
      await untilAborted(signal)
      await client.close()
    },
    prices: client.prices,
    market: client.market,
    getOverview: () => client.wire.analyticsMarketOverview({}),
    close: client.close,
    [Symbol.asyncDispose]: client.close,
  }
}
