import { readLocalRecording, toRows } from '@outrigger/devnet/recorded'
import { concatHex, fromRlp, type Hex, keccak256, numberToHex, parseGwei, toRlp, trim } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress, sign } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { InvalidTransactionError } from './invalidTransactionError.ts'
import { parseRawTransaction } from './parseRawTransaction.ts'
import { toTransaction } from './toTransaction.ts'

describe('parseRawTransaction', () => {
  it('parses 1,200 transactions of 11 chains, including hash and sender', (test) => {
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

  it('gives the same result for a blob transaction with and without its blobs', async () => {
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

  it('rejects nested strings immediately', () => {
    let bytes: Buffer = Buffer.alloc(60_000)
    for (let level = 0; level < 1000; level += 1)
      bytes = Buffer.concat([Buffer.from([0xb9, bytes.length >> 8, bytes.length & 255]), bytes])
    expect(() => parseRawTransaction(`0x${bytes.toString('hex')}`)).toThrow(InvalidTransactionError)
  }, 10_000)
})

describe('transactions that no chain can include', () => {
  const key = generatePrivateKey()
  const account = `0x${'12'.repeat(20)}` as const
  const half = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  type Fields = Hex[]

  /** Signs fields without changes. `flip` uses the other signature that recovers the same key. */
  async function signed(type: number, fields: Fields, { flip = false, parity }: { flip?: boolean; parity?: Hex } = {}) {
    const prefix = numberToHex(type, { size: 1 })
    const { r, s, yParity } = await sign({ hash: keccak256(concatHex([prefix, toRlp(fields)])), privateKey: key })
    const isOdd = (yParity === 1) !== flip
    const v = parity ?? (isOdd ? '0x01' : '0x')
    return concatHex([prefix, toRlp([...fields, v, trim(r), flip ? numberToHex(half - BigInt(s)) : trim(s)])])
  }
  const hash = `0x01${'ab'.repeat(31)}` as const
  const authorization = ['0x01', account, '0x', '0x01', '0x11', '0x22']
  const access = [[account, [`0x${'00'.repeat(32)}`]]]
  /** chainId, nonce, tip, fee, gas, to, value, data, access list, and the fields of the type. */
  const form = (more: unknown[], changes: { readonly [index: number]: unknown } = {}) =>
    ['0x01', '0x01', '0x01', '0x64', '0x5208', account, '0x', '0x', access, ...more].map(
      (field, index) => changes[index] ?? field,
    ) as Fields
  const blob = [`0x05`, [hash]]
  const code = [[authorization]]

  it('accepts the same transactions without the fault', async () => {
    for (const [type, more] of [
      [2, []],
      [3, blob],
      [4, code],
    ] as const) {
      const raw = await signed(type, form([...more]))
      expect(parseRawTransaction(raw)).toMatchObject({
        type,
        to: account,
        from: privateKeyToAddress(key).toLowerCase(),
      })
    }
  })

  const faults: [name: string, raw: () => Promise<Hex>][] = [
    ['s in the upper half', () => signed(2, form([]), { flip: true })],
    ['a parity of 2', () => signed(2, form([]), { parity: '0x02' })],
    ['a parity with a leading zero', () => signed(2, form([]), { parity: '0x00' })],
    ['a chain id of 0', () => signed(2, form([], { 0: '0x' }))],
    ['a tip above the cap', () => signed(2, form([], { 2: '0x65' }))],
    ['a nonce of 2^64 - 1', () => signed(2, form([], { 1: `0x${'ff'.repeat(8)}` }))],
    ['a gas limit of nine bytes', () => signed(2, form([], { 4: `0x01${'00'.repeat(8)}` }))],
    ['a number with a leading zero', () => signed(2, form([], { 6: '0x0001' }))],
    ['a recipient of 19 bytes', () => signed(2, form([], { 5: `0x${'12'.repeat(19)}` }))],
    ['a storage key of one byte', () => signed(2, form([], { 8: [[account, ['0x01']]] }))],
    ['blobs without a recipient', () => signed(3, form(blob, { 5: '0x' }))],
    ['blobs without a blob', () => signed(3, form(['0x05', []]))],
    ['a blob hash of another version', () => signed(3, form(['0x05', [`0x02${'ab'.repeat(31)}`]]))],
    ['a short blob hash', () => signed(3, form(['0x05', ['0x01']]))],
    ['code without a recipient', () => signed(4, form(code, { 5: '0x' }))],
    ['code without an authorization', () => signed(4, form([[]]))],
    ['an authorization of five fields', () => signed(4, form([[authorization.slice(1)]]))],
    ['an authorization of no address', () => signed(4, form([[['0x01', '0x', ...authorization.slice(2)]]]))],
    ['bytes behind it', async () => concatHex([await signed(2, form([])), '0x00'])],
    [
      'a length in more bytes than it takes',
      async () => {
        const raw = await signed(2, form([]))
        return concatHex(['0x02f900', `0x${raw.slice(6)}`])
      },
    ],
  ]
  it.each(faults)('%s', async (_, raw) => {
    const bytes = await raw()
    expect(() => parseRawTransaction(bytes)).toThrow(InvalidTransactionError)
  })

  it('blobs whose number differs from the transaction', async () => {
    const raw = await signed(3, form(blob))
    const fields = fromRlp(`0x${raw.slice(4)}`)
    const beside = (...parts: unknown[]) => concatHex(['0x03', toRlp([fields, ...parts] as Hex[])])
    expect(parseRawTransaction(beside(['0x01'], ['0x02'], ['0x03'])).to).toBe(account)
    expect(parseRawTransaction(beside('0x01', ['0x01'], ['0x02'], Array(128).fill('0x03'))).to).toBe(account)
    for (const parts of [
      [['0x01'], ['0x02'], []],
      [['0x01', '0x01'], ['0x02'], ['0x03']],
      ['0x02', ['0x01'], ['0x02'], ['0x03']],
      [],
    ])
      expect(() => parseRawTransaction(beside(...parts))).toThrow(InvalidTransactionError)
  })
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
  it('parses the JSON-RPC form of a legacy transaction', () => {
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

  it.each([
    { type: '0x3' },
    { type: '0x4' },
    { hash: '0x1' },
    { from: 5 },
    { input: 'x' },
    { value: '-1' },
    { nonce: {} },
  ])('refuses %o', (field) => {
    expect(() => toTransaction({ ...rpc, ...field })).toThrow(InvalidTransactionError)
  })
})
