import { contract, decode, encode } from '@outrigger/api/contract'
import type { ChainName } from '@outrigger/core'
import { listUnsupportedLenders } from '@outrigger/defi/internal'
import type { EndedLiquidations } from '../node/endedLiquidations.ts'
import type { Lending } from '../node/lending.ts'
import { getLiquidations, openScanner } from '../node/liquidations.ts'
import type { Pools } from '../node/providers.ts'
import type { StressTests } from '../node/stressTests.ts'
import { toSkippedField, toWireEnded, toWireHealth, toWireOpportunity, toWireStats } from './defiWire.ts'
import type { Api } from './fulfilment.ts'

export type DefiApiParts = {
  readonly lending: Lending
  readonly pools: Pools
  readonly endedLiquidations: EndedLiquidations
  readonly stressTests: StressTests
}

type DefiApi = Pick<
  Api,
  | 'defiPositionHealth'
  | 'defiOpportunities'
  | 'defiEndedOpportunities'
  | 'defiStressTest'
  | 'defiProtocolsStats'
  | 'defiProtocols'
>

export function createDefiApi({ lending, pools, endedLiquidations, stressTests }: DefiApiParts): DefiApi {
  const parts = { lending, pools }
  return {
    defiProtocols: ({ chain }) => ({
      chain,
      protocols: lending
        .protocols(chain)
        .map(({ id }) => id)
        .sort(),
      // The line above rejects unknown chains.
      unsupported: [...listUnsupportedLenders(chain as ChainName)],
    }),
    async defiPositionHealth({ chain, address, protocol }) {
      return toWireHealth(await lending.getHealth(chain, address, protocol))
    },
    async defiOpportunities({ chain, ...query }) {
      const found = await getLiquidations(parts, chain, decode(contract.defiOpportunities.query, query))
      const opportunities = found.opportunities.map(toWireOpportunity)
      return {
        chain,
        count: opportunities.length,
        opportunities,
        total_profit_usd: opportunities.reduce((sum, { net_profit_usd }) => sum + net_profit_usd, 0),
        ...toSkippedField(found.skipped),
      }
    },
    async defiEndedOpportunities({ chain }) {
      await lending.getReady(chain)
      return { chain, opportunities: endedLiquidations.list(chain).map(toWireEnded) }
    },
    async defiStressTest({ chain }) {
      return encode(contract.defiStressTest.response, await stressTests.get(chain))
    },
    async defiProtocolsStats({ chain }) {
      const { scanner, leftOut, unsure } = await openScanner(parts, chain)
      const { protocols, skipped } = toWireStats(scanner.stats().filter((one) => !leftOut.includes(one.protocol)))
      return { chain, protocols, ...toSkippedField([...unsure, ...skipped]) }
    },
  }
}
