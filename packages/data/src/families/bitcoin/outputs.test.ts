import { chains } from '@outrigger/core'
import { describe, expect, it } from 'vitest'
import { type CoreOutput, type CoreTransaction, fromCore } from './fromCore.ts'
import { fromRawTransaction } from './fromRaw.ts'
import { fromRest } from './fromRest.ts'
import { computeMovements } from './movements.ts'
import { toNetwork } from './networks.ts'

const litecoin = toNetwork(chains.litecoin, chains.litecoin.network)
const bitcoin = toNetwork(chains.bitcoin, chains.bitcoin.network)
const toId = (n: number) => n.toString(16).padStart(64, '0')
const hogScript = `5820${'ab'.repeat(32)}`
const peginScript = `5920${'cd'.repeat(32)}`
const ownScript = `0014${'33'.repeat(20)}`
const spends = (vout: number) => ({ txid: toId(1), vout, sequence: 1 })
const hidden = { ismweb: true, output_id: toId(9) }
const pays = (value: string, hex: string, n = 0): CoreOutput => ({ value, n, scriptPubKey: { hex } })

/** Outputs that the inputs of the transactions below spend. */
const earlier = [pays('100', hogScript, 0), pays('2.5', peginScript, 1), pays('2.5001', ownScript, 2)]
const decode = (tx: Partial<CoreTransaction>, network = litecoin) =>
  fromCore({ txid: toId(2), vin: [], vout: [], ...tx }, network, ({ vout }) => earlier.find(({ n }) => n === vout))

describe('the extension block of Litecoin', () => {
  it('pays no address: neither what it holds, nor what enters it', () => {
    const pegin = decode({ vin: [spends(2)], vout: [pays('2.5', peginScript)] })
    expect(pegin.outputs).toEqual([{ n: 0, address: null, type: 'witness_mweb_pegin', valueSat: 250_000_000n }])
    expect(computeMovements(pegin)).toMatchObject({ to: null, value: 250_000_000n, fee: 10_000n })
    const hogEx = decode({ vin: [spends(0), spends(1)], vout: [pays('102.49999', hogScript)] })
    expect(hogEx.inputs.map(({ address }) => address)).toEqual([null, null])
    expect(hogEx.outputs).toMatchObject([{ address: null, type: 'witness_mweb_hogaddr' }])
    expect(computeMovements(hogEx)).toMatchObject({ from: null, to: null, value: 0n, fee: 1_000n })
  })

  it('pays the address of a peg-out, which is all that moves', () => {
    const vout = [pays('99', hogScript), pays('0.99999', ownScript, 1)]
    const { to, value, fee } = computeMovements(decode({ vin: [spends(0)], vout }))
    expect([to, value, fee]).toEqual(['ltc1qxvenxvenxvenxvenxvenxvenxvenxvenwcpknh', 99_999_000n, 1_000n])
  })

  it('hides amounts, not fees: those are of the kernels and of what the plain part leaves over', () => {
    const vkern = [{ fee: '0.00003' }]
    const inside = decode({ vin: [{ ismweb: true }], vout: [hidden, hidden], vkern })
    expect(inside).toMatchObject({ coinbase: false, feeSat: 3_000n })
    expect(inside.outputs).toEqual([0, 1].map((n) => ({ n, address: null, type: 'mweb', valueSat: null })))
    const entering = { vin: [spends(2)], vout: [pays('2.5', peginScript), hidden] }
    expect(computeMovements(decode({ ...entering, vkern })).fee).toBe(13_000n)
    expect(computeMovements(decode({ ...entering, vkern: [{}] })).fee).toBeNull()
    expect(computeMovements(decode(entering)).fee).toBeNull()
    expect(computeMovements(decode({ ...entering, vin: [{ ...spends(7) }], vkern })).fee).toBeNull()
  })

  it('is known over REST too', () => {
    const tx = { txid: toId(2), inputs: [{ txid: toId(1) }], outputs: [{ script: hogScript, value: 1 }] }
    expect(fromRest(tx, litecoin).outputs).toMatchObject([{ address: null, type: 'witness_mweb_hogaddr' }])
  })

  it('marks the bytes of the transaction that ends each block, which its id leaves out', () => {
    const body = `01${toId(1)}0000000000ffffffff01e80300000000000022${hogScript}`
    const plain = fromRawTransaction(`02000000${body}00000000`)
    const marked = fromRawTransaction(`020000000008${body}0000000000`)
    expect(marked).toEqual({ ...plain, size: (plain.size ?? 0) + 3 })
    expect(() => fromRawTransaction(`020000000008${body}0100000000`)).toThrow(RangeError)
  })
})

describe('outputs of other kinds', () => {
  const key = `21${'02'.repeat(33)}`
  it.each<[string, Partial<NonNullable<CoreOutput['scriptPubKey']>>, unknown, string]>([
    ['a witness version that is not in use yet', { hex: hogScript }, expect.stringMatching(/^bc1g/), 'witness_unknown'],
    ['data', { hex: '6a04deadbeef', address: 'x' }, null, 'nulldata'],
    ['keys of several', { hex: `51${key}${key}52ae`, addresses: ['1a', '1b'] }, null, 'multisig'],
    ['an empty script', { hex: '' }, null, 'nonstandard'],
    ['no script, an address', { address: '1a' }, '1a', 'nonstandard'],
    ['no script, two addresses', { addresses: ['1a', '1b'] }, null, 'nonstandard'],
    ['nothing', {}, null, 'nonstandard'],
  ])('%s', (_, scriptPubKey, address, type) => {
    const [output] = decode({ vout: [{ value: '1', n: 0, scriptPubKey }] }, bitcoin).outputs
    expect(output).toEqual({ n: 0, address, type, valueSat: 100_000_000n })
  })
})
