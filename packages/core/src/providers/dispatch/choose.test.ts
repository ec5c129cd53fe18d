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
  it('is the configured one while nothing speaks against it', () => {
    expect(names(rank(create(), undefined, 0))).toEqual(['primary', 'backup', 'backup2'])
    expect(names(rank(create(), 'backup2', 0))).toEqual(['backup2', 'primary', 'backup'])
  })

  it('puts those that owe an answer behind, and those beyond their budget last', () => {
    const healths = create()
    healths[0].budget.take(0)
    recordOverdue(healths[1], 5)
    expect(names(rank(healths, 'primary', 0))).toEqual(['backup2', 'backup', 'primary'])
  })

  it('keeps those out of service or not able in reserve, all of them where nobody is able', () => {
    const healths = create()
    const [first, second, third] = healths
    const parameters = { healths, inService: [first, second], prefer: undefined, nowMs: 0 }
    const order = chooseOrder({ ...parameters, isAble: (health) => health === second })
    expect(order).toEqual([
      { health: second, isFallback: false },
      { health: first, isFallback: true },
      { health: third, isFallback: true },
    ])
    expect(chooseOrder({ ...parameters, isAble: () => false }).map(({ isFallback }) => isFallback)).toEqual([
      false,
      false,
      true,
    ])
  })
})
