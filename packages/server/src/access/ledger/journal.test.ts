import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { partCount, toPart } from './account.ts'
import { noOffsets, openJournal, readJournal } from './journal.ts'

const folder = mkdtempSync(join(tmpdir(), 'outrigger-journal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const named = { keyId: 'a', day: '2026-11-22', chain: 'base', method: 'eth_call', pool: 'cu' } as const
const account = { ...named, journalId: 0, addedRequests: 0, addedCu: 0 }
const other = { ...account, keyId: 'b', pool: 'trace' } as const

it('gives back what was added after an offset, by parts of the keys', () => {
  const path = join(folder, 'parts')
  const journal = openJournal(path, (error) => {
    throw error
  })
  const [one, two] = [{ ...account }, { ...other }]
  journal.add(one, 5)
  journal.add(two, 1000)
  journal.write()
  const { position } = journal
  journal.add(one, 7)
  journal.add(two, 2500)
  journal.write()
  const cuFrom = (offsets: readonly number[]) =>
    readJournal(path, offsets).sums.map(({ cu, requests }) => [cu, requests])
  expect(cuFrom(noOffsets)).toEqual([
    [12, 2],
    [3500, 2],
  ])
  const offsets = noOffsets.map((_, part) => (part === toPart('a') ? position : 0))
  expect(toPart('a')).not.toBe(toPart('b'))
  expect(cuFrom(offsets)).toEqual([
    [7, 1],
    [3500, 2],
  ])
  expect(readJournal(path, Array(partCount).fill(journal.position)).sums).toEqual([])
  journal.close()
})

it('writes calls of one account that came together as one line, each counted', () => {
  const path = join(folder, 'together')
  const journal = openJournal(path, (error) => {
    throw error
  })
  const [one, two] = [{ ...account }, { ...other }]
  for (const cu of [26, 26, 100]) journal.add(one, cu)
  journal.add(two, 2500)
  expect(journal.isWritten).toBe(false)
  journal.write()
  expect(journal.isWritten).toBe(true)
  journal.add(one, 26)
  journal.write()
  const lines = readFileSync(path, 'utf8').replace(/\0+$/, '').split('\n')
  expect(lines.filter((line) => !line.startsWith('='))).toEqual(['1 152 3', '2 2500', '1 26', ''])
  expect(readJournal(path, noOffsets).sums).toEqual([
    { ...named, requests: 4, cu: 178 },
    { ...named, keyId: 'b', pool: 'trace', requests: 1, cu: 2500 },
  ])
  journal.close()
})

it('forgets what the disk did not take, and names accounts anew', () => {
  const path = join(folder, 'discarded')
  const journal = openJournal(path, () => {})
  const one = { ...account }
  journal.add(one, 26)
  journal.discard()
  one.journalId = 0
  journal.add(one, 5)
  journal.write()
  expect(readJournal(path, noOffsets).sums).toEqual([{ ...named, requests: 1, cu: 5 }])
  journal.close()
})

it('passes over what was written half, before and after an interruption', () => {
  const path = join(folder, 'torn')
  const head = '=1\t2026-11-22\ta\tbase\teth_call\tcu\n1 26\n'
  writeFileSync(path, `${head}=2\t2026-11\n1 26\n7 5\n1 2`)
  expect(readJournal(path, noOffsets).sums).toEqual([
    { day: '2026-11-22', keyId: 'a', chain: 'base', method: 'eth_call', pool: 'cu', requests: 2, cu: 52 },
  ])
})

it.each(['1', '1 ', '1 2', '1 286 1', '='])(
  'passes over %j, which the disk took of a line before it was full',
  (half) => {
    const path = join(folder, `half ${half}`)
    const journal = openJournal(path, () => {})
    const one = { ...account }
    journal.add(one, 26)
    journal.write()
    const { position } = journal
    journal.discard()
    one.journalId = 0
    journal.add(one, 5)
    journal.write()
    const text = readFileSync(path, 'latin1')
    writeFileSync(path, text.slice(0, position) + half + text.slice(position))
    const requests = readJournal(path, noOffsets).sums.map(({ requests, cu }) => [requests, cu])
    expect(requests).toEqual([
      [1, 26],
      [1, 5],
    ])
    journal.close()
  },
)

it.each(['1', '1 abc', '1 26 x', '1 -26', '1 1e999', '1 26 3 4', '\0\0\0'])('books no call for a line %j', (line) => {
  const path = join(folder, `garbage ${line.replaceAll('\0', '0')}`)
  writeFileSync(path, `=1\t2026-11-22\ta\tbase\teth_call\tcu\n1 26\n${line}\n1 260 10\n`)
  expect(readJournal(path, noOffsets).sums).toEqual([{ ...named, requests: 11, cu: 286 }])
})

it('says once that nothing can be written, however often it is tried', () => {
  const faults: unknown[] = []
  const journal = openJournal(join(folder, 'unwritable'), (error) => faults.push(error))
  journal.close()
  const one = { ...account }
  for (let turn = 0; turn < 10; turn += 1) {
    journal.add(one, 26)
    expect(journal.write()).toBe(false)
  }
  expect(faults).toEqual([expect.objectContaining({ message: expect.stringContaining('closed') })])
})

it('writes nothing once it is closed, for its descriptor may be another file by then', () => {
  const journal = openJournal(join(folder, 'closed'), () => {})
  journal.close()
  const other = join(folder, 'other')
  const descriptor = openSync(other, 'w')
  journal.add({ ...account }, 26)
  expect(journal.write()).toBe(false)
  journal.close()
  closeSync(descriptor)
  expect(readFileSync(other, 'latin1')).toBe('')
})

it('writes what the store did not take either, after it was taken out', () => {
  const path = join(folder, 'put back')
  const journal = openJournal(path, () => {})
  const one = { ...account }
  journal.add(one, 26)
  journal.write()
  journal.add(one, 3)
  const putBack = journal.discard()
  one.journalId = 0
  journal.add(one, 5)
  putBack()
  journal.write()
  const requests = readJournal(path, noOffsets).sums.map(({ requests, cu }) => [requests, cu])
  expect(requests).toEqual([
    [2, 29],
    [1, 5],
  ])
  journal.close()
})

it.each(['2026-1\0', '2026-11-22\ta\0\0\0', '2026-11-22\ta\tether\0\0\0um', 'today'])(
  'books nothing under a name that is not whole, as a power failure leaves it: %j',
  (start) => {
    const path = join(folder, `hole ${start.replaceAll('\0', '0')}`)
    const rest = '2026-11-22\ta\tbase\teth_call\tcu'.split('\t').slice(start.split('\t').length)
    const damaged = [start, ...rest].join('\t')
    writeFileSync(path, `=1\t2026-11-22\ta\tbase\teth_call\tcu\n=2\t${damaged}\n1 26\n2 100\n`)
    expect(readJournal(path, noOffsets).sums).toEqual([{ ...named, requests: 1, cu: 26 }])
  },
)
