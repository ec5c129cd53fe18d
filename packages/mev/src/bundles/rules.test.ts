import { type Address, type Hex, parseEther, parseGwei, toHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BundleTransaction } from './bundle.ts'
import { addBlobs, blobHash, fees, nobody, signRaw, startJudgedChain } from './fixtures/judgedChain.ts'

type Chain = Awaited<ReturnType<typeof startJudgedChain>>
type Build = (chain: Chain) => Promise<readonly (Hex | BundleTransaction)[]>
type Fields = { readonly [name: string]: unknown }

const emptyDelegate: Address = '0x00000000000000000000000000000000000000aa'
const reverting: Address = '0x0000000000000000000000000000000000000e01'
const creating: Address = '0x0000000000000000000000000000000000000e02'
const paying: Address = '0x0000000000000000000000000000000000000e03'

const pay = (from: PrivateKeyAccount, nonce: number, more: Fields = {}) =>
  from.signTransaction({ ...fees, type: 'eip1559', to: nobody, gas: 21_000n, nonce, value: 1n, ...more } as never)
const authorize = (account: PrivateKeyAccount, nonce: number | bigint, more: Fields = {}) =>
  account.signAuthorization({ contractAddress: emptyDelegate, chainId: 1, nonce: nonce as number, ...more })
const setCode = (from: PrivateKeyAccount, nonce: number, authorizationList: readonly unknown[], more: Fields = {}) =>
  from.signTransaction({
    ...fees,
    type: 'eip7702',
    to: nobody,
    gas: 200_000n,
    nonce,
    value: 0n,
    authorizationList,
    ...more,
  } as never)
const blobs = async (from: PrivateKeyAccount, nonce: number, count: number, more: Fields = {}) =>
  addBlobs(await signBlobs(from, nonce, count, more), count)
const signBlobs = (from: PrivateKeyAccount, nonce: number, count: number, more: Fields = {}) =>
  from.signTransaction({
    ...fees,
    type: 'eip4844',
    to: nobody,
    gas: 21_000n,
    nonce,
    value: 0n,
    maxFeePerBlobGas: 1000n,
    blobVersionedHashes: Array.from({ length: count }, () => blobHash),
    ...more,
  } as never)
const ones = (count: number): Hex => `0x${'ff'.repeat(count)}`
const zeros = (count: number): Hex => `0x${'00'.repeat(count)}`
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** A set-code transaction of one account, followed by a payment of the account that signed the authorizations. */
const sponsored =
  (nonce: number, toList: (account: PrivateKeyAccount, chain: Chain) => Promise<readonly unknown[]>): Build =>
  async (chain) => {
    const [sponsor, account] = [await chain.account(), await chain.account()]
    return [await setCode(sponsor, 0, await toList(account, chain)), await pay(account, nonce)]
  }
const own =
  (nonce: number, authorized: readonly number[]): Build =>
  async (chain) => {
    const account = await chain.account()
    const list = await Promise.all(authorized.map((one) => authorize(account, one)))
    return [await setCode(account, 0, list), await pay(account, nonce)]
  }
const single =
  (more: Fields, sign: (account: PrivateKeyAccount, nonce: number, more: Fields) => Promise<Hex> = pay): Build =>
  async (chain) => [await sign(await chain.account(), 0, more)]

/** Name, expected faults (none if the chain accepts the bundle), and transactions. */
const authorizations: readonly (readonly [string, readonly string[], Build])[] = [
  ['a sender’s own authorization uses the nonce after the transaction’s', [], own(2, [1])],
  ['so a later transaction cannot use this nonce', ['1 nonce'], own(1, [1])],
  ['a sender’s own authorization with the transaction’s nonce has no effect', [], own(1, [0])],
  ['two own authorizations use two nonces', [], own(3, [1, 2])],
  ['two own authorizations in the wrong order have one effect', [], own(2, [2, 1])],
  ['an authorization uses a nonce of its signer', [], sponsored(1, async (one) => [await authorize(one, 0)])],
  ['so its signer cannot use this nonce', ['1 nonce'], sponsored(0, async (one) => [await authorize(one, 0)])],
  [
    'an authorization for all chains is valid',
    [],
    sponsored(1, async (one) => [await authorize(one, 0, { chainId: 0 })]),
  ],
  [
    'an authorization for another chain is invalid',
    [],
    sponsored(0, async (one) => [await authorize(one, 0, { chainId: 5 })]),
  ],
  ['an authorization with a wrong nonce is invalid', [], sponsored(0, async (one) => [await authorize(one, 1)])],
  [
    'an authorization with the maximum nonce is invalid',
    [],
    sponsored(0, async (one) => [await authorize(one, 2n ** 64n - 1n)]),
  ],
  [
    'an authorization with a high s is invalid',
    [],
    sponsored(0, async (one) => {
      const signed = await authorize(one, 0)
      return [{ ...signed, s: toHex(order - BigInt(signed.s), { size: 32 }), yParity: 1 - (signed.yParity ?? 0) }]
    }),
  ],
  [
    'an authorization of a contract is invalid',
    ['1 nonce'],
    sponsored(1, async (one, { setCode: put }) => {
      await put(one.address, '0x5f')
      return [await authorize(one, 0)]
    }),
  ],
  [
    'an authorization of a delegated account is valid',
    [],
    sponsored(1, async (one, { setCode: put }) => {
      await put(one.address, `0xef0100${emptyDelegate.slice(2)}`)
      return [await authorize(one, 0)]
    }),
  ],
  [
    'a repeated authorization has one effect',
    ['1 nonce'],
    sponsored(2, async (one) => [await authorize(one, 0), await authorize(one, 0)]),
  ],
  [
    'two authorizations of one account have two effects',
    [],
    sponsored(2, async (one) => [await authorize(one, 0), await authorize(one, 1)]),
  ],
  [
    'transactions may include authorizations of each other’s senders',
    [],
    async (chain) => {
      const [a, b] = [await chain.account(), await chain.account()]
      const first = await setCode(a, 0, [await authorize(b, 0)])
      return [first, await setCode(b, 1, [await authorize(a, 1)]), await pay(a, 2), await pay(b, 2)]
    },
  ],
  [
    'and such authorizations use nonces of the senders',
    ['2 nonce'],
    async (chain) => {
      const [a, b] = [await chain.account(), await chain.account()]
      const first = await setCode(a, 0, [await authorize(b, 0)])
      return [first, await setCode(b, 1, [await authorize(a, 1)]), await pay(a, 1)]
    },
  ],
  [
    'an authorization outlives the revert of its transaction',
    [],
    async (chain) => {
      const [sponsor, account] = [await chain.account(), await chain.account()]
      const signed = await setCode(sponsor, 0, [await authorize(account, 0)], { to: reverting })
      return [{ signed, canRevert: true }, await pay(account, 1)]
    },
  ],
  [
    'an optional transaction may leave its authorization out',
    [],
    async (chain) => {
      const [sponsor, account] = [await chain.account(), await chain.account()]
      const signed = await setCode(sponsor, 0, [await authorize(account, 0)], { to: reverting })
      return [{ signed, canRevert: true }, await pay(account, 0)]
    },
  ],
  [
    'the code of a delegated account raises its nonce if it creates a contract',
    [],
    async (chain) => {
      const [caller, account] = [await chain.account(), await chain.account()]
      await chain.setCode(account.address, `0xef0100${creating.slice(2)}`)
      return [await pay(caller, 0, { to: account.address, gas: 100_000n }), await pay(account, 1)]
    },
  ],
  [
    'other delegated code does not raise the nonce',
    ['1 nonce'],
    async (chain) => {
      const [caller, account] = [await chain.account(), await chain.account()]
      await chain.setCode(account.address, `0xef0100${paying.slice(2)}`)
      return [await pay(caller, 0, { to: account.address, gas: 100_000n }), await pay(account, 1)]
    },
  ],
]

const accounts: typeof authorizations = [
  ['consecutive nonces are valid', [], async (chain) => nonces(chain, [0, 1, 2])],
  ['a nonce gap is a fault', ['1 nonce'], async (chain) => nonces(chain, [0, 2])],
  ['an optional transaction may use its nonce', [], async (chain) => nonces(chain, [0, 1], [0])],
  ['an optional transaction may leave its nonce unused', [], async (chain) => nonces(chain, [0, 0], [0])],
  ['a bundle without a usable transaction has a fault', ['0 nonce'], async (chain) => nonces(chain, [1], [0])],
  [
    'unused gas of one transaction can pay for the next',
    [],
    async (chain) => {
      const account = await chain.account(parseEther('0.1'))
      // The transaction uses only a small part of the 0.05 ether for gas.
      return [await pay(account, 0, { gas: 1_000_000n }), await pay(account, 1, { value: parseEther('0.06') })]
    },
  ],
  [
    'spent ether is not available again',
    ['1 balance'],
    async (chain) => {
      const account = await chain.account(parseEther('0.1'))
      return [
        await pay(account, 0, { value: parseEther('0.06') }),
        await pay(account, 1, { value: parseEther('0.06') }),
      ]
    },
  ],
  ['received ether can be spent', [], async (chain) => received(chain, parseEther('1'), parseEther('0.5'))],
  [
    'more than the received ether cannot be spent',
    ['1 balance'],
    async (chain) => received(chain, parseEther('1'), parseEther('1.1')),
  ],
  [
    'a contract may pay a sender, though it is called without calldata',
    [],
    async (chain) => {
      const [payer, account] = [await chain.account(), await chain.account(0n)]
      // CALL(gas, account, CALLVALUE)
      await chain.setCode(paying, `0x5f5f5f5f3473${account.address.slice(2)}5af15000`)
      return [await pay(payer, 0, { to: paying, gas: 100_000n, value: parseEther('1') }), await pay(account, 0)]
    },
  ],
]
const nonces = async (chain: Chain, wanted: readonly number[], optional: readonly number[] = []) => {
  const account = await chain.account()
  const signed = await Promise.all(wanted.map((nonce, index) => pay(account, nonce, { value: BigInt(index) })))
  return signed.map((one, index) => ({ signed: one, canRevert: optional.includes(index) }))
}
const received = async (chain: Chain, paid: bigint, spent: bigint) => {
  const [payer, account] = [await chain.account(), await chain.account(0n)]
  return [await pay(payer, 0, { to: account.address, value: paid }), await pay(account, 0, { value: spent })]
}

const key = `0x${'01'.repeat(32)}`
const create = (data: Hex, gas: bigint) => single({ to: undefined, value: 0n, data, gas })
const gas: typeof authorizations = [
  ['a transfer needs 21,000 gas', ['0 intrinsicGas'], single({ gas: 20_999n })],
  ['calldata has a floor', [], single({ data: ones(2000), gas: 101_000n })],
  ['gas below the calldata floor is a fault', ['0 intrinsicGas'], single({ data: ones(2000), gas: 100_999n })],
  ['zeros cost less', [], single({ data: zeros(2000), gas: 41_000n })],
  ['gas below the floor of zero bytes is a fault', ['0 intrinsicGas'], single({ data: zeros(2000), gas: 40_999n })],
  ['an access list costs gas', [], single({ accessList: [{ address: nobody, storageKeys: [key] }], gas: 25_300n })],
  [
    'an access list costs gas per key',
    ['0 intrinsicGas'],
    single({ accessList: [{ address: nobody, storageKeys: [key] }], gas: 25_299n }),
  ],
  [
    'an authorization costs 25,000 gas',
    [],
    async (chain) => {
      const account = await chain.account()
      return [await setCode(account, 0, [await authorize(account, 1)], { gas: 46_000n })]
    },
  ],
  [
    'gas below the cost of an authorization is a fault',
    ['0 intrinsicGas'],
    async (chain) => {
      const account = await chain.account()
      return [await setCode(account, 0, [await authorize(account, 1)], { gas: 45_999n })]
    },
  ],
  ['a contract costs 32,000 gas more, and its init code', [], create(ones(1).replace('ff', '00') as Hex, 53_006n)],
  ['one gas less than the creation cost is a fault', ['0 intrinsicGas'], create('0x00', 53_005n)],
  ['init code has 49,152 bytes at most', [], create(zeros(49_152), 512_520n)],
  ['init code above 49,152 bytes is a fault', ['0 initCode'], create(zeros(49_153), 1_000_000n)],
  [
    'a priority fee above the maximum fee is a fault',
    ['0 priorityFee'],
    async (chain) => {
      const [most, tip] = [toHex(parseGwei('2')), toHex(parseGwei('3'))]
      const fields = ['0x01', '0x', tip, most, toHex(21_000n), nobody, '0x01', '0x', []]
      return [await signRaw(await chain.account(), '0x02', fields)]
    },
  ],
]
const blobRules: typeof authorizations = [
  ['a blob transaction with one blob is valid', [], async (chain) => [await blobs(await chain.account(), 0, 1)]],
  ['six blobs fit in a transaction', [], async (chain) => [await blobs(await chain.account(), 0, 6)]],
  ['seven blobs do not fit in a transaction', ['0 blobs'], async (chain) => [await blobs(await chain.account(), 0, 7)]],
  [
    'a blob transaction without blobs is a fault',
    ['0 blobs'],
    async (chain) => [await signBlobs(await chain.account(), 0, 1)],
  ],
  [
    'a missing blob is a fault',
    ['0 blobs'],
    async (chain) => [addBlobs(await signBlobs(await chain.account(), 0, 2), 1)],
  ],
  [
    'other blob hashes are a fault',
    ['0 blobs'],
    async (chain) => [await blobs(await chain.account(), 0, 1, { blobVersionedHashes: [`0x01${'ab'.repeat(31)}`] })],
  ],
  [
    'a blob fee below the blob base fee is a fault',
    ['0 blobFee'],
    async (chain) => [await blobs(await chain.account(), 0, 1, { maxFeePerBlobGas: 0n })],
  ],
  [
    'the balance covers the maximum cost of the blobs',
    [],
    async (chain) => [
      await blobs(await chain.account(parseEther('0.0092')), 0, 6, { maxFeePerBlobGas: parseGwei('10') }),
    ],
  ],
  [
    'a balance below the maximum cost of the blobs is a fault',
    ['0 balance'],
    async (chain) => [
      await blobs(await chain.account(parseEther('0.0089')), 0, 6, { maxFeePerBlobGas: parseGwei('10') }),
    ],
  ],
]

const caps: typeof authorizations = [
  ['one transaction may ask for 2^24 gas', [], single({ gas: 16_777_216n })],
  ['a transaction above 2^24 gas is a fault', ['0 gasLimit'], single({ gas: 16_777_217n })],
]

describe.each([
  ['prague', [...authorizations, ...accounts, ...gas]],
  ['osaka', [...authorizations, ...gas, ...caps, ...blobRules]],
] as const)('checks match a chain with the rules of %s', (hardfork, cases) => {
  let chain: Chain
  beforeAll(async () => {
    chain = await startJudgedChain(hardfork)
    await chain.setCode(reverting, '0x5f5ffd')
    await chain.setCode(creating, '0x5f5f5ff000')
    await chain.setCode(paying, '0x00')
    // Anvil needs seconds of CPU time for its first blob.
    if (hardfork === 'osaka') await chain.takes([{ signed: await blobs(await chain.account(), 0, 1) }])
  }, 240_000)
  afterAll(() => chain?.[Symbol.asyncDispose]())

  it.each(cases)('%s', { timeout: 60_000 }, async (_, faults, build) => {
    const transactions = (await build(chain)).map((one) => (typeof one === 'string' ? { signed: one } : one))
    expect(await chain.check(transactions)).toEqual(faults)
    expect(await chain.takes(transactions)).toBe(faults.length === 0)
  })

  it.runIf(hardfork === 'osaka')('a block has at most the blobs of its schedule', { timeout: 60_000 }, async () => {
    // Nine blobs per block in the Osaka rules without later schedules.
    for (const [count, faults] of [
      [3, []],
      [4, ['bundle blobs']],
    ] as const) {
      const [a, b] = [await chain.account(), await chain.account()]
      const transactions = [{ signed: await blobs(a, 0, 6) }, { signed: await blobs(b, 0, count) }]
      expect(await chain.check(transactions)).toEqual(faults)
      expect(await chain.takes(transactions, true)).toBe(faults.length === 0)
    }
  })
})
