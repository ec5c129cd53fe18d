import { type Hex, keccak256, serializeTransaction, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { toTransactionHash } from './transactionHash.ts'

const account = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const to = account.address

it.each(['legacy', 'eip2930', 'eip1559'] as const)('hashes the whole %s transaction', async (type) => {
  const fees = type === 'eip1559' ? { maxFeePerGas: 1n } : { gasPrice: 1n }
  const raw = await account.signTransaction({ type, chainId: 1, to, ...fees } as never)
  expect(toTransactionHash(raw)).toBe(keccak256(raw))
})

it('hashes a blob transaction without the blobs it is sent with', async () => {
  const blob = toHex(new Uint8Array(131_072))
  const [commitment, proof] = [`0x${'c0'.repeat(48)}`, `0x${'c1'.repeat(48)}`] as const
  const transaction = {
    type: 'eip4844',
    chainId: 1,
    to,
    maxFeePerGas: 1n,
    maxFeePerBlobGas: 1n,
    blobVersionedHashes: [`0x01${'00'.repeat(31)}`] as Hex[],
  } as const
  const signed = await account.signTransaction({ ...transaction, sidecars: [{ blob, commitment, proof }] })
  const bare = await account.signTransaction({ ...transaction, sidecars: false })
  expect(signed.length).toBeGreaterThan(bare.length)
  expect(toTransactionHash(signed)).toBe(keccak256(bare))
  expect(toTransactionHash(bare)).toBe(keccak256(bare))
})

it('knows no hash of what is not a signed transaction, or of the type of zkSync', () => {
  const zkSync = `0x71${serializeTransaction({ type: 'eip1559', chainId: 324, to }).slice(4)}`
  for (const raw of [undefined, null, {}, '', '0x', '0x1', '0x03', '0x03c1', zkSync])
    expect(toTransactionHash(raw)).toBe(null)
})
