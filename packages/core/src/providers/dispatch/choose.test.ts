import { describe, expect, it } from 'vitest'
import { createHealth, type EndpointHealth } from '../circuit/health.ts'
import { recordOverdue } from '../circuit/recordOutcome.ts'
import { toEndpoints } from '../endpoint.ts'
import { chooseOrder, rank } from './choose.ts'

const create = () =>
  toEndpoints([{ url: 'http://a', requestsPerSecond: 1 }, 'http://b', 'http://c']).map(createHealth) as [
    EndpointHealth,
    EndpointHealth,
    EndpointHealth,
  ]
const names = (healths: readonly EndpointHealth[]) => healths.map(({ endpoint }) => endpoint.name)

describe('the order of endpoints', () => {
  it('is the configured order while all endpoints are well', () => {
    expect(names(rank(create(), undefined, 0))).toEqual(['primary', 'backup', 'backup2'])
    expect(names(rank(create(), 'backup2', 0))).toEqual(['backup2', 'primary', 'backup'])
  })

  it('moves hung endpoints to the end, and endpoints over their budget behind them', () => {
    const healths = create()
    healths[0].budget.take(0)
    recordOverdue(healths[1], 5)
    expect(names(rank(healths, 'primary', 0))).toEqual(['backup2', 'backup', 'primary'])
  })

  it('keeps endpoints in reserve that are out of service or unable to answer', () => {
    const healths = create()
    const [first, second, third] = healths
    const parameters = { healths, inService: [first, second], prefer: undefined, nowMs: 0 }
    const order = chooseOrder({ ...parameters, isAble: (health) => health === second })
    expect(order).toEqual([
      { health: second, isReserve: false },
      { health: first, isReserve: true },
      { health: third, isReserve: true },
    ])
    expect(chooseOrder({ ...parameters, isAble: () => false }).map(({ isReserve }) => isReserve)).toEqual([
      false,
      false,
      true,
    ])
  })
})
