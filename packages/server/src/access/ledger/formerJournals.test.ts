import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore, type Store } from '@outrigger/core'
import { afterAll, expect, it } from 'vitest'
import { readUsage } from './documents.ts'
import { bookFormerJournals, readJournal } from './formerJournals.ts'

const folder = mkdtempSync(join(tmpdir(), 'outrigger-journals-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const day = '2026-11-22'
const account = { day, keyId: 'a', chain: 'base', method: 'eth_call', pool: 'cu' }
const head = `=1\t${day}\ta\tbase\teth_call\tcu\n`
const file = '0123456789abcdef.1.journal'

function createDirectory(text: string): string {
  const directory = join(mkdtempSync(join(folder, 'data-')), 'ledger')
  mkdirSync(directory)
  writeFileSync(join(directory, file), text)
  writeFileSync(join(directory, '0123456789abcdef.lock'), '')
  return directory
}
const count = async (store: Store) => (await readUsage(store, 'a', day, day)).map(({ requests, cu }) => [requests, cu])

it('reads single calls and those that share a line', () => {
  expect(readJournal(`${head}1 26\n1 286 11\n`, [])).toEqual([{ ...account, requests: 12, cu: 312 }])
})

it('skips a part that is in the store, by the part of the key', () => {
  const text = `${head}=2\t${day}\tb\tbase\ttrace_block\ttrace\n1 26\n2 2500\n1 5\n2 1000\n`
  // The key "a" is in part 33, "b" in 34.
  const offsets = Array.from({ length: 64 }, (_, part) => (part === 33 ? text.indexOf('1 5') : 0))
  const sums = readJournal(text, offsets).map(({ keyId, pool, requests, cu }) => [keyId, pool, requests, cu])
  expect(sums).toEqual([
    ['a', 'cu', 1, 5],
    ['b', 'trace', 2, 3500],
  ])
})

it.each([
  '1',
  '1 abc',
  '1 26 x',
  '1 -26',
  '1 1e999',
  '1 26 3 4',
  '7 5',
  '!',
  '\0\0\0',
  '=2\t2026-11',
  '=2\tx\ta\tbase\tm\tcu',
])('skips the line %j', (line) => {
  expect(readJournal(`${head}1 26\n${line}\n1 260 10\n`, [])).toEqual([{ ...account, requests: 11, cu: 286 }])
})

it('skips a last line that was cut off', () => {
  expect(readJournal(`${head}1 26\n1 2\0\0\0`, [])).toEqual([{ ...account, requests: 1, cu: 26 }])
})

it('books a journal once and removes it, also if two processes start together', async () => {
  const store = createMemoryStore()
  const directory = createDirectory(`${head}1 26\n`)
  await Promise.all([bookFormerJournals(directory, store), bookFormerJournals(directory, store)])
  expect(await count(store)).toEqual([[1, 26]])
  expect(existsSync(directory)).toBe(false)
  expect(await store.collection('ledger_journals').list()).toEqual([])
  await bookFormerJournals(directory, store)
  expect(await count(store)).toEqual([[1, 26]])
})

it('books a journal once if it was interrupted before the file was removed', async () => {
  const store = createMemoryStore()
  const directory = createDirectory(`${head}1 26\n`)
  const interrupted: Store = {
    ...store,
    async commit(...args) {
      await store.commit(...args)
      throw new RangeError('killed')
    },
  }
  await expect(bookFormerJournals(directory, interrupted)).rejects.toThrow('killed')
  await bookFormerJournals(directory, store)
  expect(await count(store)).toEqual([[1, 26]])
  expect(existsSync(directory)).toBe(false)
})
