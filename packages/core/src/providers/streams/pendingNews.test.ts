import { describe, expect, it } from 'vitest'
import type { PendingTransaction } from '../poolTypes.ts'
import { PendingNews } from './pendingNews.ts'

const hash = `0x${'aB'.repeat(32)}` as const
const low = hash.toLowerCase()
const create = (result: unknown = null) => {
  const asked: unknown[] = []
  const news = new PendingNews(async (request) => {
    asked.push(request)
    return { result } as never
  })
  const [hashes, wholes, sightings]: PendingTransaction[][] = [[], [], []]
  return { news, asked, hashes: hashes ?? [], wholes: wholes ?? [], sightings: sightings ?? [] }
}

describe('pending news', () => {
  it('reports each transaction once, and every sighting to listeners for sightings', () => {
    const { news, hashes, sightings } = create()
    news.hashes.add((pending) => hashes.push(pending))
    news.sightings.add((sighting) => sightings.push(sighting))
    news.show(hash, 'a')
    news.show({ hash }, 'b')
    news.show('0x12', 'a')
    expect(hashes).toEqual([{ hash: low, transaction: null, provider: 'a' }])
    expect(sightings.map(({ provider }) => provider)).toEqual(['a', 'b'])
    news.reset()
    news.show(hash, 'b')
    expect(hashes).toHaveLength(2)
  })

  it('looks up a hash for listeners with the full option, unless another provider shows the transaction first', async () => {
    const { news, asked, wholes } = create({ hash, nonce: '0x1' })
    news.wholes.add((pending) => wholes.push(pending))
    news.show(hash, 'a')
    await expect.poll(() => wholes).toEqual([{ hash: low, transaction: { hash, nonce: '0x1' }, provider: 'a' }])
    const other = `0x${'cd'.repeat(32)}`
    news.show(other, 'a')
    news.show({ hash: other }, 'b')
    expect(wholes[1]).toEqual({ hash: other, transaction: { hash: other }, provider: 'b' })
    expect(asked).toHaveLength(1)
  })

  it('does not report a queued transaction until it can be mined', () => {
    const { news, hashes, sightings } = create()
    news.hashes.add((pending) => hashes.push(pending))
    news.sightings.add((sighting) => sightings.push(sighting))
    news.show({ hash }, 'a', true)
    expect([hashes.length, sightings.length]).toEqual([0, 1])
    news.show({ hash }, 'a')
    expect(hashes).toHaveLength(1)
  })
})
