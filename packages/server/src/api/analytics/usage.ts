import type { Clock } from '@outrigger/core'
import { InvalidApiKeyError } from '../../access/accessErrors.ts'
import { computeMonthBack, keptMonths, toDay, toMonth } from '../../access/ledger/calendar.ts'
import type { Ledger } from '../../access/ledger/ledger.ts'
import { InvalidParameterError } from '../../errors/serviceError.ts'
import type { Api } from '../fulfilment.ts'

export type UsageParts = { readonly ledger: Ledger; readonly clock: Clock }

export function createUsageApi({ ledger, clock }: UsageParts): Pick<Api, 'analyticsUsage'> {
  return {
    async analyticsUsage({ start_date, end_date }, { key }) {
      if (key === null) throw new InvalidApiKeyError(false)
      const today = toDay(clock.now())
      const start = readDay('start_date', start_date) ?? `${toMonth(today)}-01`
      const end = readDay('end_date', end_date) ?? later(start, today)
      if (end < start) throw new InvalidParameterError([{ path: 'query.end_date', message: 'is before start_date' }])
      const firstKept = `${computeMonthBack(clock.now(), keptMonths)}-01`
      const rows = await ledger.usage(key.id, later(start, firstKept), [end, today].sort()[0] ?? end)
      const byChain = new Map<string, number>()
      const byMethod = new Map<string, number>()
      const total = { cu: 0, traceCu: 0, requests: 0 }
      for (const { chain, method, requests, cu, traceCu } of rows) {
        total.requests += requests
        total.cu += cu + traceCu
        total.traceCu += traceCu
        byChain.set(chain, (byChain.get(chain) ?? 0) + cu + traceCu)
        byMethod.set(method, (byMethod.get(method) ?? 0) + requests)
      }
      return {
        period: { start, end },
        total_cu_used: total.cu,
        trace_cu_used: total.traceCu,
        total_requests: total.requests,
        by_chain: Object.fromEntries(byChain),
        by_method: Object.fromEntries([...byMethod].filter(([, requests]) => requests > 0)),
      }
    },
  }
}

const later = (...days: readonly [string, string]): string => [...days].sort()[1] ?? ''

/** Returns the day of a date or timestamp in UTC. @throws {InvalidParameterError} */
function readDay(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const ms = Date.parse(text)
  if (Number.isNaN(ms) || (/^\d{4}-\d{2}-\d{2}$/.test(text) && toDay(ms) !== text))
    throw new InvalidParameterError([
      { path: `query.${name}`, message: 'must be a date such as 2026-11-22 or a timestamp' },
    ])
  return toDay(ms)
}
