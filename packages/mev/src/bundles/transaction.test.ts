import {
  type Hex,
  keccak256,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { InvalidBundleError } from './errors.ts'
import { countBytes, toSignedTransactions } from './transaction.ts'

const account = privateKeyToAccount(`0x${'5e'.repeat(32)}`)
const to = `0x${'ab'.repeat(20)}` as const
const legacy = { nonce: 3, gas: 21_000n, gasPrice: 7n, to, value: 5n, data: '0x1234' } as const
const feeMarket = { chainId: 1, nonce: 3, gas: 21_000n, to, value: 5n, data: '0x1234' } as const
const fees = { maxFeePerGas: 9n, maxPriorityFeePerGas: 2n } as const
const accessList = [{ address: to, storageKeys: [`0x${'01'.repeat(32)}`] }] as const
const authorizationList = [
  { address: to, chainId: 1, nonce: 1, r: `0x${'02'.repeat(32)}`, s: `0x${'03'.repeat(32)}`, yParity: 0 },
] as const
const blobVersionedHashes = [`0x01${'04'.repeat(31)}`] as const
const blobs = { type: 'eip4844', ...feeMarket, ...fees, blobVersionedHashes, maxFeePerBlobGas: 11n } as const

const read = (raw: string, chainId = 1) => toSignedTransactions([raw], chainId)[0]

describe('a signed transaction', () => {
  it.each([
    ['without a chain', { type: 'legacy', ...legacy }, { chainId: null, more: {} }],
    ['legacy', { type: 'legacy', ...legacy, chainId: 1 }, { chainId: 1, maxFeePerGas: 7n, maxPriorityFeePerGas: 7n }],
    ['with an access list', { type: 'eip2930', ...legacy, chainId: 1, accessList }, { more: { accessList } }],
    ['of type EIP-1559', { type: 'eip1559', ...feeMarket, ...fees }, { ...fees, chainId: 1 }],
    ['that sets code', { type: 'eip7702', ...feeMarket, ...fees, authorizationList }, { ...fees, type: 4 }],
    ['with blobs', blobs, { more: { blobVersionedHashes, maxFeePerBlobGas: 11n } }],
  ] as const)('%s is decoded like in viem', async (_, fields, expected) => {
    const raw = await account.signTransaction(fields as TransactionSerializable)
    const from = await recoverTransactionAddress({ serializedTransaction: raw as never })
    expect(from).toBe(account.address)
    expect(read(raw)).toMatchObject({
      raw,
      hash: keccak256(raw),
      from,
      to,
      nonce: 3,
      value: 5n,
      gas: 21_000n,
      data: '0x1234',
      ...expected,
    })
  })

  it('has the same hash with its sidecar', async () => {
    const plain = await account.signTransaction(blobs)
    const sidecars = [{ blob: '0x05', commitment: '0x06', proof: '0x07' }] as const
    const wrapped = await account.signTransaction({ ...blobs, sidecars })
    expect(wrapped.length).toBeGreaterThan(plain.length)
    expect(read(wrapped)).toMatchObject({ raw: wrapped, hash: keccak256(plain), from: account.address })
    expect(countBytes([{ raw: plain }, { raw: '0x1234' }])).toBe((plain.length - 2) / 2 + 2)
  })

  it('creates a contract without a recipient', async () => {
    const { to: _, ...rest } = feeMarket
    expect(read(await account.signTransaction({ type: 'eip1559', ...rest, ...fees }))).toMatchObject({ to: null })
  })
})

describe('an invalid signed transaction', () => {
  const unsigned = serializeTransaction({ type: 'eip1559', ...feeMarket, ...fees })
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const signedBy = (r: Hex, s: Hex) =>
    serializeTransaction({ type: 'eip1559', ...feeMarket, ...fees }, { r, s, yParity: 0 })

  it.each([
    ['0x', 'badHex', /hexadecimal/],
    ['0x123', 'badHex', /hexadecimal/],
    ['02f8', 'badHex', /hexadecimal/],
    ['0xzz', 'badHex', /hexadecimal/],
    ['0x1234', 'badHex', /cannot be decoded/],
    ['0x00', 'badHex', /cannot be decoded/],
    [`0x02${'f8'.repeat(40)}`, 'badHex', /cannot be decoded/],
    [`0x${'c1'.repeat(5_000)}`, 'badHex', /cannot be decoded/],
    [unsigned, 'unsigned', /is not signed/],
    [serializeTransaction({ type: 'legacy', ...legacy, chainId: 1 }), 'unsigned', /is not signed/],
    [signedBy('0x01', `0x${(order - 1n).toString(16)}`), 'badSignature', /EIP-2/],
    // The curve has no point with this x coordinate.
    [signedBy('0x05', '0x01'), 'badSignature', /invalid signature/],
    [signedBy('0x00', '0x01'), 'badSignature', /invalid signature/],
  ] as const)('%.20s is rejected', (raw, kind, says) => {
    const error = (() => {
      try {
        return read(raw)
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(InvalidBundleError)
    const { faults, message } = error as InvalidBundleError
    expect(faults).toMatchObject([{ kind, position: 0 }])
    expect(message).toMatch(says)
  })

  it('is listed by position, together with the other faults', async () => {
    const other = await account.signTransaction({ type: 'eip1559', ...feeMarket, ...fees, chainId: 100 })
    const right = await account.signTransaction({ type: 'eip1559', ...feeMarket, ...fees })
    expect(() => toSignedTransactions([right, unsigned, other], 1)).toThrow(
      'Transaction 1 is not signed. Sign it first; Transaction 2 is signed for chain id 100. Expected 1',
    )
  })
})
