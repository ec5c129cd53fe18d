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
  ['an own authorization uses the nonce after the sender’s', [], own(2, [1])],
  ['so that this nonce is used', ['1 nonce'], own(1, [1])],
  ['an own authorization with the sender’s nonce counts for nothing', [], own(1, [0])],
  ['two own authorizations use two nonces', [], own(3, [1, 2])],
  ['in their order alone', [], own(2, [2, 1])],
  ['an authorization uses a nonce of its signer', [], sponsored(1, async (one) => [await authorize(one, 0)])],
  ['so that it is used', ['1 nonce'], sponsored(0, async (one) => [await authorize(one, 0)])],
  ['one for every chain as well', [], sponsored(1, async (one) => [await authorize(one, 0, { chainId: 0 })])],
  ['one for another chain not', [], sponsored(0, async (one) => [await authorize(one, 0, { chainId: 5 })])],
  ['nor one with another nonce', [], sponsored(0, async (one) => [await authorize(one, 1)])],
  ['nor one with the last nonce', [], sponsored(0, async (one) => [await authorize(one, 2n ** 64n - 1n)])],
  [
    'nor one with a high s',
    [],
    sponsored(0, async (one) => {
      const signed = await authorize(one, 0)
      return [{ ...signed, s: toHex(order - BigInt(signed.s), { size: 32 }), yParity: 1 - (signed.yParity ?? 0) }]
    }),
  ],
  [
    'nor one of a contract',
    ['1 nonce'],
    sponsored(1, async (one, { setCode: put }) => {
      await put(one.address, '0x5f')
      return [await authorize(one, 0)]
    }),
  ],
  [
    'one of an account that is delegated already counts',
    [],
    sponsored(1, async (one, { setCode: put }) => {
      await put(one.address, `0xef0100${emptyDelegate.slice(2)}`)
      return [await authorize(one, 0)]
    }),
  ],
  [
    'the same one twice counts once',
    ['1 nonce'],
    sponsored(2, async (one) => [await authorize(one, 0), await authorize(one, 0)]),
  ],
  [
    'two of one account count twice',
    [],
    sponsored(2, async (one) => [await authorize(one, 0), await authorize(one, 1)]),
  ],
  [
    'transactions carry authorizations of each other’s senders',
    [],
    async (chain) => {
      const [a, b] = [await chain.account(), await chain.account()]
      const first = await setCode(a, 0, [await authorize(b, 0)])
      return [first, await setCode(b, 1, [await authorize(a, 1)]), await pay(a, 2), await pay(b, 2)]
    },
  ],
  [
    'and use their nonces',
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
    'but its transaction may be left out',
    [],
    async (chain) => {
      const [sponsor, account] = [await chain.account(), await chain.account()]
      const signed = await setCode(sponsor, 0, [await authorize(account, 0)], { to: reverting })
      return [{ signed, canRevert: true }, await pay(account, 0)]
    },
  ],
  [
    'the code of a delegated account raises its nonce where it creates a contract',
    [],
    async (chain) => {
      const [caller, account] = [await chain.account(), await chain.account()]
      await chain.setCode(account.address, `0xef0100${creating.slice(2)}`)
      return [await pay(caller, 0, { to: account.address, gas: 100_000n }), await pay(account, 1)]
    },
  ],
  [
    'and other code does not',
    ['1 nonce'],
    async (chain) => {
      const [caller, account] = [await chain.account(), await chain.account()]
      await chain.setCode(account.address, `0xef0100${paying.slice(2)}`)
      return [await pay(caller, 0, { to: account.address, gas: 100_000n }), await pay(account, 1)]
    },
  ],
]

const accounts: typeof authorizations = [
  ['nonces follow each other', [], async (chain) => nonces(chain, [0, 1, 2])],
  ['without a gap', ['1 nonce'], async (chain) => nonces(chain, [0, 2])],
  ['a transaction that may be left out gives its nonce', [], async (chain) => nonces(chain, [0, 1], [0])],
  ['or leaves it', [], async (chain) => nonces(chain, [0, 0], [0])],
  ['one that nothing could use has a fault', ['0 nonce'], async (chain) => nonces(chain, [1], [0])],
  [
    'what is not used of a gas limit pays for the next transaction',
    [],
    async (chain) => {
      const account = await chain.account(parseEther('0.1'))
      // The transaction uses only a small part of the 0.05 ether for gas.
      return [await pay(account, 0, { gas: 1_000_000n }), await pay(account, 1, { value: parseEther('0.06') })]
    },
  ],
  [
    'what is spent is gone',
    ['1 balance'],
    async (chain) => {
      const account = await chain.account(parseEther('0.1'))
      return [
        await pay(account, 0, { value: parseEther('0.06') }),
        await pay(account, 1, { value: parseEther('0.06') }),
      ]
    },
  ],
  ['what is received is there', [], async (chain) => received(chain, parseEther('1'), parseEther('0.5'))],
  ['and not more', ['1 balance'], async (chain) => received(chain, parseEther('1'), parseEther('1.1'))],
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
  ['that is above its cost', ['0 intrinsicGas'], single({ data: ones(2000), gas: 100_999n })],
  ['zeros cost less', [], single({ data: zeros(2000), gas: 41_000n })],
  ['but not nothing', ['0 intrinsicGas'], single({ data: zeros(2000), gas: 40_999n })],
  ['an access list costs gas', [], single({ accessList: [{ address: nobody, storageKeys: [key] }], gas: 25_300n })],
  [
    'for each of its keys',
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
    'and not less',
    ['0 intrinsicGas'],
    async (chain) => {
      const account = await chain.account()
      return [await setCode(account, 0, [await authorize(account, 1)], { gas: 45_999n })]
    },
  ],
  ['a contract costs 32,000 gas more, and its init code', [], create(ones(1).replace('ff', '00') as Hex, 53_006n)],
  ['to the unit', ['0 intrinsicGas'], create('0x00', 53_005n)],
  ['init code has 49,152 bytes at most', [], create(zeros(49_152), 512_520n)],
  ['and not one more', ['0 initCode'], create(zeros(49_153), 1_000_000n)],
  [
    'a priority fee is part of the fee',
    ['0 priorityFee'],
    async (chain) => {
      const [most, tip] = [toHex(parseGwei('2')), toHex(parseGwei('3'))]
      const fields = ['0x01', '0x', tip, most, toHex(21_000n), nobody, '0x01', '0x', []]
      return [await signRaw(await chain.account(), '0x02', fields)]
    },
  ],
]
const blobRules: typeof authorizations = [
  ['a blob pays for itself', [], async (chain) => [await blobs(await chain.account(), 0, 1)]],
  ['six blobs fit in a transaction', [], async (chain) => [await blobs(await chain.account(), 0, 6)]],
  ['seven do not', ['0 blobs'], async (chain) => [await blobs(await chain.account(), 0, 7)]],
  ['the blobs travel beside it', ['0 blobs'], async (chain) => [await signBlobs(await chain.account(), 0, 1)]],
  ['as many as it names', ['0 blobs'], async (chain) => [addBlobs(await signBlobs(await chain.account(), 0, 2), 1)]],
  [
    'with these hashes',
    ['0 blobs'],
    async (chain) => [await blobs(await chain.account(), 0, 1, { blobVersionedHashes: [`0x01${'ab'.repeat(31)}`] })],
  ],
  [
    'at no less than the blob base fee',
    ['0 blobFee'],
    async (chain) => [await blobs(await chain.account(), 0, 1, { maxFeePerBlobGas: 0n })],
  ],
  [
    'the sender has what they may cost',
    [],
    async (chain) => [
      await blobs(await chain.account(parseEther('0.0092')), 0, 6, { maxFeePerBlobGas: parseGwei('10') }),
    ],
  ],
  [
    'and not less',
    ['0 balance'],
    async (chain) => [
      await blobs(await chain.account(parseEther('0.0089')), 0, 6, { maxFeePerBlobGas: parseGwei('10') }),
    ],
  ],
]

const caps: typeof authorizations = [
  ['one transaction may ask for 2^24 gas', [], single({ gas: 16_777_216n })],
  ['and not for more', ['0 gasLimit'], single({ gas: 16_777_217n })],
]

describe.each([
  ['prague', [...authorizations, ...accounts, ...gas]],
  ['osaka', [...authorizations, ...gas, ...caps, ...blobRules]],
] as const)('what is refused beforehand is what a chain with the rules of %s refuses', (hardfork, cases) => {
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

  it.runIf(hardfork === 'osaka')('a block has as many blobs as its schedule says', { timeout: 60_000 }, async () => {
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
