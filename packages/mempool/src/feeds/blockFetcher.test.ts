import { AllProvidersFailedError, EndpointError, type ProviderPool } from '@outrigger/core'
import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import { addressOf, blockOf, entryOf, hashOf } from '../lifecycle/fixtures/entries.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { Inclusion } from '../watcherTypes.ts'
import { createBlockFetcher } from './blockFetcher.ts'

const block = blockOf(1)
const hashes = Array.from({ length: 10 }, (_, n) => hashOf(n + 1))
const toReceipt = (transactionHash: Hex) => ({
  transactionHash,
  blockHash: block.hash,
  status: transactionHash === hashOf(3) ? '0x0' : '0x1',
})

/** A reader of a scripted provider, and the requests that it sent. */
function createReader(
  answer: (method: string, params: readonly unknown[]) => unknown,
  known = new Map<Hex, Transaction>(),
) {
  const asked: string[] = []
  const send = (async ({ method, params }: { method: string; params: readonly unknown[] }) => {
    asked.push(method)
    return { result: answer(method, params) }
  }) as unknown as ProviderPool['send']
  const termsOf = (hash: Hex) => known.get(hash)
  return { asked, reader: createBlockFetcher({ send, signal: new AbortController().signal, termsOf }) }
}
const failure = (kind: 'unsupported' | 'broken') =>
  new AllProvidersFailedError('ethereum', 'eth_getBlockReceipts', [new EndpointError('primary', kind, 'no')])

it('requests single receipts if a provider lacks block receipts, and remembers it', async () => {
  const { asked, reader } = createReader((method, [hash]) => {
    if (method === 'eth_getBlockReceipts') throw failure('unsupported')
    return toReceipt(hash as Hex)
  })
  for (let n = 0; n < 2; n += 1) {
    const outcomes = new Map<Hex, Inclusion>()
    await reader.readOutcomes(block, hashes, outcomes)
    expect([...outcomes]).toEqual(hashes.map((hash) => [hash, hash === hashOf(3) ? 'failed' : 'mined']))
  }
  expect(asked.filter((method) => method === 'eth_getBlockReceipts')).toHaveLength(1)
})

it('uses cached receipts of a block first, and requests them again if some are missing', async () => {
  const fresh: (boolean | undefined)[] = []
  const send = (async (_: object, options: { fresh?: boolean }) => {
    fresh.push(options.fresh)
    return { result: fresh.length === 1 ? hashes.slice(1).map(toReceipt) : hashes.map(toReceipt) }
  }) as unknown as ProviderPool['send']
  const reader = createBlockFetcher({ send, signal: new AbortController().signal, termsOf: () => undefined })
  const outcomes = new Map<Hex, Inclusion>()
  await reader.readOutcomes(block, hashes, outcomes)
  expect(outcomes.size).toBe(hashes.length - 1)
  await reader.readOutcomes(block, hashes, outcomes)
  expect(outcomes.size).toBe(hashes.length)
  expect(fresh).toEqual([false, true])
})

it('does not overload a slow provider with single requests', async () => {
  const { asked, reader } = createReader(() => {
    throw failure('broken')
  })
  await expect(reader.readOutcomes(block, hashes, new Map())).rejects.toThrow(AllProvidersFailedError)
  expect(asked).toEqual(['eth_getBlockReceipts'])
})

it('ignores receipts of another branch', async () => {
  const { reader } = createReader((_, [hash]) => ({ ...toReceipt(hash as Hex), blockHash: hashOf(77) }))
  const outcomes = new Map<Hex, Inclusion>()
  await reader.readOutcomes(block, hashes.slice(0, 3), outcomes)
  expect(outcomes.size).toBe(0)
})

it('reports an unknown outcome for a receipt without a status', async () => {
  // Before Byzantium a receipt had the state root instead (EIP-658). Some nodes send neither.
  const endings = [{ root: hashOf(9) }, { status: null }, { status: undefined }, { status: '0x' }]
  const { reader } = createReader((_, [hash]) => {
    const { status: _status, ...receipt } = toReceipt(hash as Hex)
    return Object.assign(receipt, endings[hashes.indexOf(hash as Hex)])
  })
  const outcomes = new Map<Hex, Inclusion>()
  await reader.readOutcomes(block, hashes.slice(0, endings.length), outcomes)
  expect([...outcomes.values()]).toEqual(endings.map(() => 'included'))
})

it('reads full blocks only while they have unknown transactions', async () => {
  const entries = hashes.map((_, n) => entryOf(n + 1).transaction)
  const raw = entries.map(({ hash, nonce }, n) => ({
    hash,
    nonce: `0x${nonce}`,
    from: addressOf(n + 1),
    to: null,
    input: '0x',
  }))
  const known = new Map(entries.slice(1).map((terms) => [terms.hash, terms]))
  const { asked, reader } = createReader(
    (_, [, isWhole]) => ({ hash: block.hash, transactions: isWhole ? raw : hashes }),
    known,
  )
  const read = async () => (await reader.getBlock(block, 'primary'))?.transactions.map(({ hash }) => hash)
  expect(await read()).toEqual(hashes)
  expect(await read()).toEqual(hashes)
  // Only the hashes at first, then full blocks directly.
  expect(asked).toHaveLength(3)
  known.set(hashOf(1), entryOf(1).transaction)
  expect([await read(), await read(), asked.length]).toEqual([hashes, hashes, 5])
})
