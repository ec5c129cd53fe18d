import { describe, expect, it } from 'vitest'
import { initialView, isSure, type Lease, type LeaseView, step } from './step.ts'

const parameters = { name: 'feed', owner: 'a', address: null, ttlMs: 3000, nowMs: 0, wallMs: 1_000_000 }
const other: Lease = { name: 'feed', owner: 'b', epoch: 4, beat: 7, address: null, untilMs: 0 }
const at = (nowMs: number, owner = 'a') => ({ ...parameters, nowMs, owner })

describe('a lease', () => {
  it('that is free is taken, and renewed by its holder under the same epoch', () => {
    const first = step(initialView, undefined, at(0))
    expect(first.lease).toMatchObject({ owner: 'a', epoch: 1, beat: 0, untilMs: 1_003_000 })
    const second = step(first.view, first.lease, at(1000))
    expect(second.lease).toMatchObject({ owner: 'a', epoch: 1, beat: 1 })
    expect([isSure(second.view, 3999, 3000), isSure(second.view, 4000, 3000)]).toEqual([true, false])
    const given = step(initialView, { ...other, owner: null }, at(0))
    expect(given.lease).toMatchObject({ owner: 'a', epoch: 5 })
  })

  it('of another is taken once it was not renewed for its time, by the own clock', () => {
    let { lease, view } = step(initialView, other, at(10_000))
    expect([lease, view.held]).toEqual([other, null])
    ;({ lease, view } = step(view, { ...other, beat: 8 }, at(12_999)))
    expect(view.held).toBeNull()
    ;({ lease, view } = step(view, { ...other, beat: 8 }, at(15_998)))
    expect(lease.owner).toBe('b')
    ;({ lease, view } = step(view, { ...other, beat: 8 }, at(15_999)))
    expect(lease).toMatchObject({ owner: 'a', epoch: 5, beat: 0 })
    expect(isSure(view, 16_000, 3000)).toBe(true)
  })

  it('is lost by a process that was asleep, which gets another epoch when it is back', () => {
    const held: LeaseView = { held: { epoch: 3, sureAtMs: 0 }, seen: null }
    const woken = step(held, { ...other, beat: 0 }, at(60_000))
    expect(woken.view.held).toBeNull()
    expect(step(held, undefined, at(60_000)).lease).toMatchObject({ owner: 'a', epoch: 4 })
  })

  it('never has two holders that are sure of it', () => {
    let lease: Lease | undefined
    const views = [initialView, initialView, initialView]
    for (let nowMs = 0; nowMs < 600_000; nowMs += 100)
      for (const [index, view] of views.entries()) {
        // Each process is suspended from time to time, and otherwise reads the lease at irregular times.
        const isAsleep = (nowMs / 1000 + index * 7) % 20 < 6
        if (isAsleep || (nowMs / 100 + index) % 9 !== 0) continue
        const next = step(view, lease, at(nowMs, `node${index}`))
        views[index] = next.view
        lease = next.lease
        expect(views.filter((one) => isSure(one, nowMs, 3000)).length).toBeLessThan(2)
      }
    expect(lease?.epoch).toBeGreaterThan(20)
  })
})
