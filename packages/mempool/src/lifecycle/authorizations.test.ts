import type { Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import type { SignedAuthorization } from '../transaction/authorization.ts'
import { addressOf, blockOf, createTold, entryOf, hashOf, inBlock } from './fixtures/entries.ts'

const accounts = [1, 2].map((n) => privateKeyToAccount(`0x${String(n).repeat(64)}`)) as [
  PrivateKeyAccount,
  PrivateKeyAccount,
]
const [a, b] = accounts
const lower = (account: PrivateKeyAccount) => account.address.toLowerCase() as Hex

async function authorize(account: PrivateKeyAccount, nonce: number, chainId = 1): Promise<SignedAuthorization> {
  const { address, r, s, yParity } = await account.signAuthorization({ address: addressOf(9), chainId, nonce })
  return { chainId: BigInt(chainId), address, nonce: BigInt(nonce), yParity: yParity ?? 0, r: BigInt(r), s: BigInt(s) }
}
const of = (n: number, account: PrivateKeyAccount | null, nonce: number, authorizations: SignedAuthorization[] = []) =>
  entryOf(n, {
    from: account === null ? addressOf(n) : lower(account),
    nonce,
    ...(authorizations.length > 0 && { type: 4, authorizations }),
  })
const always = () => 'mined' as const

it('counts nonces used by authorizations of mined transactions', async () => {
  const { tracker, reported } = createTold()
  const first = of(1, b, 0)
  const own = of(2, a, 0, [await authorize(a, 1), await authorize(a, 5), await authorize(a, 2, 10)])
  const sponsored = of(3, null, 0, [await authorize(b, 1)])
  const rival = of(4, b, 1)
  tracker.add(rival)
  tracker.addBlock(
    blockOf(1),
    [first, own, sponsored].map((one) => inBlock(one)),
    always,
  )
  expect([tracker.nonces.get(lower(a)), tracker.nonces.get(lower(b))]).toEqual([2, 2])
  // Its nonce is used.
  expect(reported).toEqual(['4: pending', '4: dropped nonceUsed'])
  for (const [n, account, nonce, state] of [
    [5, a, 2, 'executable'],
    [6, b, 2, 'executable'],
    [7, b, 4, 'queued'],
  ] as const) {
    tracker.add(of(n, account, nonce))
    expect(tracker.toNonceState(hashOf(n))).toBe(state)
  }
  // Without the block they are unused again.
  tracker.removeBlock(blockOf(1).hash)
  expect([tracker.nonces.get(lower(a)), tracker.nonces.get(lower(b))]).toEqual([0, 0])
})

it('does not guess the nonce of an account that no block has shown', async () => {
  const { tracker } = createTold()
  // This authorization may be old.
  tracker.addBlock(blockOf(1), [inBlock(of(1, null, 0, [await authorize(b, 0)]))], always)
  tracker.add(of(2, b, 7))
  expect(tracker.nonces.get(lower(b))).toBeUndefined()
  expect(tracker.toNonceState(hashOf(2))).toBe('executable')
})

it('lets pending authorizations use nonces if their transactions are executable', async () => {
  const { tracker } = createTold()
  for (const account of [lower(a), lower(b)]) tracker.nonces.set(account, 1)
  const stateOf = (n: number) => tracker.toNonceState(hashOf(n))
  tracker.add(of(1, b, 2))
  expect(stateOf(1)).toBe('queued')
  // The transaction that carries the authorization of nonce 1 is queued itself.
  tracker.add(of(2, a, 2, [await authorize(b, 1)]))
  expect([stateOf(1), stateOf(2)]).toEqual(['queued', 'queued'])
  tracker.add(of(3, a, 1))
  expect([stateOf(1), stateOf(2)]).toEqual(['executable', 'executable'])
  tracker.drop(hashOf(3), 'gone')
  expect([stateOf(1), stateOf(2)]).toEqual(['queued', 'queued'])
})

it('knows that the nonce of an own authorization is lost', async () => {
  const { tracker } = createTold()
  tracker.nonces.set(lower(a), 0)
  tracker.add(of(1, a, 0, [await authorize(a, 1)]))
  tracker.add(of(2, a, 1))
  tracker.add(of(3, a, 2))
  expect([1, 2, 3].map((n) => tracker.toNonceState(hashOf(n)))).toEqual(['executable', 'queued', 'executable'])
  expect(tracker.nonces.executable(lower(a)).map(({ entry }) => entry.transaction.nonce)).toEqual([0, 2])
})

it('ends if two authorizations depend on each other', async () => {
  const { tracker } = createTold()
  for (const account of [lower(a), lower(b)]) tracker.nonces.set(account, 0)
  tracker.add(of(1, a, 1, [await authorize(b, 0)]))
  tracker.add(of(2, b, 1, [await authorize(a, 0)]))
  expect([1, 2].map((n) => tracker.toNonceState(hashOf(n)))).toEqual(['queued', 'queued'])
})
