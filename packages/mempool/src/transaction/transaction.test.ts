import { readLocalRecording, toRows } from '@outrigger/devnet/recorded'
import { type Hex, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { InvalidTransactionError } from './invalidTransactionError.ts'
import { parseRawTransaction } from './parseRawTransaction.ts'
import { toTransaction } from './toTransaction.ts'

describe('parseRawTransaction', () => {
  it('reads 1,200 transactions of 11 chains, hash and sender included', (test) => {
    type Row = {
      raw: Hex
      hash: Hex
      from: Hex
      to: Hex | null
      nonce: number
      gas: string
      value: string
      type: number
    }
    const rows = toRows<Row>(readLocalRecording(test, 'raw-tx/raw_signed_txs.dev.ndjson.gz'))
    expect(rows).toHaveLength(1200)
    for (const row of rows) {
      const { hash, from, to, nonce, gas, value, type } = parseRawTransaction(row.raw)
      expect({ hash, from, to, nonce, gas: String(gas), value: String(value), type }).toEqual({
        hash: row.hash,
        from: row.from,
        to: row.to,
        nonce: row.nonce,
        gas: row.gas,
        value: row.value,
        type: row.type,
      })
    }
  })

  it('unwraps typed transactions from their RLP string', (test) => {
    const { cases } = JSON.parse(readLocalRecording(test, 'raw-tx/mempool_dumpster_rlp.json'))
    for (const { hash, rlpIn } of cases) expect(parseRawTransaction(rlpIn).hash).toBe(hash)
  })

  it('takes a blob transaction with and without its blobs for the same', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const fields = {
      type: 'eip4844',
      chainId: 1,
      to: account.address,
      maxFeePerGas: parseGwei('20'),
      maxFeePerBlobGas: 1n,
      blobVersionedHashes: [`0x01${'ab'.repeat(31)}`],
    } as const
    const bare = await account.signTransaction(fields)
    const sidecars = [{ blob: '0x00', commitment: '0x01', proof: '0x02' }] as const
    const wrapped = await account.signTransaction({ ...fields, sidecars })
    expect(wrapped.length).toBeGreaterThan(bare.length)
    expect(parseRawTransaction(wrapped)).toEqual(parseRawTransaction(bare))
    expect(parseRawTransaction(bare).from).toBe(account.address.toLowerCase())
  })

  it.each(['0x', '0x1', 'zz', '0x02', '0x02c0', '0x7ef8', '0xc0', `0x${'f'.repeat(100)}`, '0xb8'])(
    'refuses %s',
    (raw) => {
      expect(() => parseRawTransaction(raw as Hex)).toThrow(InvalidTransactionError)
    },
  )

  it('refuses strings within strings at once', () => {
    let bytes: Buffer = Buffer.alloc(60_000)
    for (let level = 0; level < 1000; level += 1)
      bytes = Buffer.concat([Buffer.from([0xb9, bytes.length >> 8, bytes.length & 255]), bytes])
    expect(() => parseRawTransaction(`0x${bytes.toString('hex')}`)).toThrow(InvalidTransactionError)
  }, 10_000)
})

describe('toTransaction', () => {
  const rpc = {
    hash: `0x${'AB'.repeat(32)}`,
    from: `0x${'CD'.repeat(20)}`,
    to: null,
    input: '0xDEAD',
    value: '0x1',
    nonce: '0x2',
    gas: '0x5208',
    gasPrice: '0x3',
  }
  it('reads the JSON-RPC form of a legacy transaction', () => {
    expect(toTransaction(rpc)).toEqual({
      hash: `0x${'ab'.repeat(32)}`,
      from: `0x${'cd'.repeat(20)}`,
      to: null,
      input: '0xdead',
      value: 1n,
      nonce: 2,
      gas: 21000n,
      type: 0,
      maxFeePerGas: 3n,
      maxPriorityFeePerGas: 3n,
    })
  })

  it.each([{ hash: '0x1' }, { from: 5 }, { input: 'x' }, { value: '-1' }, { nonce: {} }])('refuses %o', (field) => {
    expect(() => toTransaction({ ...rpc, ...field })).toThrow(InvalidTransactionError)
  })
})
