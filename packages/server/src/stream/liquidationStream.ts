import { decode, LiquidationStreamFilter } from '@outrigger/api/contract'
import type { Opportunity } from '@outrigger/defi'
import { Compile } from 'typebox/compile'
import { toStreamedOpportunity } from '../api/defiWire.ts'
import type { Lending } from '../node/lending.ts'
import { createOpportunityFilter } from '../node/liquidations.ts'
import { requireFilter } from '../validation/faults.ts'
import { createPayload, type Payload } from './payload.ts'
import type { Stream } from './stream.ts'

const validator = Compile(LiquidationStreamFilter)

/** Streams profitable liquidations through filters: first the current ones, then each new or changed one. */
export function createLiquidationStream({ get, protocols }: Pick<Lending, 'get' | 'protocols'>): Stream {
  const payloads = new WeakMap<Opportunity, Payload>()

  function toPayload(opportunity: Opportunity): Payload {
    const known = payloads.get(opportunity)
    if (known !== undefined) return known
    const payload = createPayload({ type: 'opportunity' }, toStreamedOpportunity(opportunity))
    payloads.set(opportunity, payload)
    return payload
  }

  return {
    greet(chain) {
      get(chain)
      return {
        protocols: protocols(chain)
          .map(({ id }) => id)
          .sort(),
      }
    },
    subscribe(chain, { filter = {} }, deliver) {
      const scanner = get(chain)
      requireFilter(validator, filter)
      protocols(chain, filter.protocols, 'filter.protocols')
      const matches = createOpportunityFilter(decode(LiquidationStreamFilter, filter))
      const deliverMatching = (opportunity: Opportunity) => {
        // Opportunities that depend on a pending update go only to subscribers with `include_pending`.
        if (opportunity.pendingUpdate !== null && filter.include_pending !== true) return
        if (matches(opportunity)) deliver(toPayload(opportunity))
      }
      return {
        answer: { filter },
        begin: () => scanner.opportunities().forEach(deliverMatching),
        stop: scanner.on('opportunity', deliverMatching),
      }
    },
  }
}
