import { createHash } from 'node:crypto'
import { chains, createMemoryStore, type Store } from '@outrigger/core'
import fc from 'fast-check'
import type { Address } from 'viem'
import { expect, it } from 'vitest'
import type { LendingProtocol } from '../../lending/protocol.ts'
import { type BookKey, createBorrowerArchive } from './borrowerArchive.ts'
import { toHolder } from './fixtures/ledgerChain.ts'
import { weth, wethLending } from './fixtures/wethLending.ts'
import { exportBook, getBookStatus, importBook } from './snapshot.ts'

const key: BookKey = { chain: 'ethereum', protocol: 'weth', deployment: weth }
const market = `0x${'ab'.repeat(32)}` as const
const anchor = { number: 900, hash: `0x${'cd'.repeat(32)}` } as const

async function createFilledStore(): Promise<Store> {
  const store = createMemoryStore()
  const archive = createBorrowerArchive(store, key)
  const holders = (from: number, to: number) =>
    new Set(Array.from({ length: to - from }, (_, index): Address => toHolder(from + index)))
  await archive.setAnchor(anchor)
  await archive.add({ from: 0n, to: 499n }, new Map([['*', holders(0, 2_500)]]))
  await archive.add(
    { from: 500n, to: 700n },
    new Map([
      ['*', holders(2_000, 2_600)],
      [market, holders(0, 3)],
    ]),
  )
  await archive.add({ from: 800n, to: 900n }, new Map())
  return store
}

async function toLines(store: Store): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of exportBook(store, chains.ethereum, wethLending)) lines.push(line)
  return lines
}

/** Recomputes the last line, so that a changed book has a valid checksum. */
function sealed(lines: readonly string[]): readonly string[] {
  const body = lines.slice(0, -1)
  const sha256 = createHash('sha256')
    .update(body.map((line) => `${line}\n`).join(''))
    .digest('hex')
  return [...body, JSON.stringify({ lines: body.length, sha256 })]
}

it('copies a book from one store to another', async () => {
  const store = await createFilledStore()
  const other = createMemoryStore()
  await createBorrowerArchive(other, key).add({ from: 10n, to: 2_000n }, new Map([['*', new Set([toHolder(9_999)])]]))
  const imported = await importBook(other, chains.ethereum, [wethLending], await toLines(store))
  expect(imported).toEqual([{ ...key, name: null, blocks: 802n, to: 900n, borrowers: 2_603, proof: null }])
  expect(await getBookStatus(store, 'ethereum', [wethLending])).toEqual(imported)
  const [before, after] = await Promise.all([store, other].map((one) => createBorrowerArchive(one, key).load()))
  expect({ ...after, found: [] }).toEqual({ ...before, found: [] })
})

it('reads concatenated books', async () => {
  const lines = await toLines(await createFilledStore())
  expect(await importBook(createMemoryStore(), chains.ethereum, [wethLending], [...lines, ...lines])).toHaveLength(2)
})

it.each<[string, (lines: string[]) => readonly string[], RegExp]>([
  ['nothing', () => [], /empty/],
  ['text', () => ['borrowers'], /not a book/],
  ['other JSON', () => ['{"a":1}'], /not a book/],
  ['a newer version', ([head = '', ...rest]) => [head.replace('"version":1', '"version":2'), ...rest], /version 2/],
  ['another chain', ([head = '', ...rest]) => [head.replace('"chainId":1', '"chainId":10'), ...rest], /chain 10/],
  ['another protocol', ([head = '', ...rest]) => [head.replace('weth', 'aave_v3'), ...rest], /aave_v3/],
  ['no end', (lines) => lines.slice(0, -1), /truncated/],
  ['half', (lines) => lines.slice(0, 2), /truncated/],
  ['a lost line', (lines) => lines.filter((_, index) => index !== 3), /checksum/],
  ['a second book that is damaged', (lines) => [...lines, ...lines.slice(0, -1)], /truncated/],
  [
    'blocks beyond the anchor',
    (lines) => sealed(lines.map((line) => line.replace('[800,900]', '[800,901]'))),
    /Line 2/,
  ],
  ['no blocks', (lines) => sealed(lines.map((line) => line.replace('[800,900]', 'null'))), /Line 2/],
  ['a deployment twice', ([head = '', one = '', ...rest]) => sealed([head, one, one, ...rest]), /Line 3/],
  ['an invalid market', (lines) => sealed(lines.map((line) => line.replace(market, '0xab'))), /Line \d is damaged/],
  ['an extra line', (lines) => [...lines, lines[1] ?? ''], /after its end/],
  ['a damaged line', (lines) => lines.map((line, index) => (index === 2 ? line.slice(0, 100) : line)), /Line 3/],
  ['no address', (lines) => lines.map((line) => line.replace(toHolder(7), '0x07')), /Line 3/],
  ['another deployment', (lines) => lines.map((line) => line.replace(weth, toHolder(1))), /unknown deployment/],
])('rejects %s, and changes nothing', async (_, change, message) => {
  const store = await createFilledStore()
  const before = await createBorrowerArchive(store, key).load()
  const lines = change([...(await toLines(store))])
  await expect(importBook(store, chains.ethereum, [wethLending], lines)).rejects.toThrow(message)
  expect(await createBorrowerArchive(store, key).load()).toEqual(before)
})

it('detects any changed character', async () => {
  const store = await createFilledStore()
  const text = (await toLines(store)).join('\n')
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom('0', 'f', ' ', '"'), async (at, character) => {
      if (text[at] === character) return
      const lines = `${text.slice(0, at)}${character}${text.slice(at + 1)}`.split('\n')
      await expect(importBook(store, chains.ethereum, [wethLending], lines)).rejects.toThrow('Nothing was imported')
    }),
    { numRuns: 60 },
  )
})

it('has nothing to export before a search', async () => {
  const unknown: LendingProtocol = { ...wethLending, id: 'other' }
  const iterator = exportBook(createMemoryStore(), chains.ethereum, unknown)
  await expect(iterator.next()).rejects.toThrow('no book of other on ethereum')
})
