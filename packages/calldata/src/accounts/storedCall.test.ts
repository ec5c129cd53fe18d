import { type Address, type Hex, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { createDecoder } from '../decoder/decoder.ts'
import { encode } from '../fixtures/encode.ts'
import { protocols } from '../registry.ts'

const decoder = createDecoder({ chain: 'ethereum', protocols })
const [owner, account, stranger] = ['11', '22', '77'].map((byte) => `0x${byte.repeat(20)}` as Address) as [
  Address,
  Address,
  Address,
]
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const createCall = '0x7cbb62eaa69f79e6873cd1ecb2392971036cfaa4'
const id = numberToHex(5, { size: 32 })

const decode = (input: Hex, to: Address = account) => decoder.decode({ from: owner, to, input })
const transfer = encode('transfer(address,uint256)', stranger, 7n)

const stored: [signature: string, ...args: unknown[]][] = [
  ['submitTransaction(address,uint256,bytes)', stranger, 10n, '0x'],
  ['submitTransaction(address,uint256,bytes,uint256)', stranger, 10n, '0x', 0n],
  ['confirmTransaction(uint256)', 5n],
  ['confirmTransaction(bytes32)', id],
  ['executeTransaction(uint256)', 5n],
  ['executeTransaction(bytes32)', id],
  ['confirm(bytes32)', id],
  ['execute(uint256)', 5n],
  ['executeProposal(uint256)', 5n],
  ['executePayload(uint40)', 5],
  ['executeVote(uint256)', 5n],
  ['newVote(bytes,string)', '0x00000001', ''],
  ['newVote(bytes,string,bool,bool)', '0x00000001', '', true, true],
  ['vote(uint256,bool,bool)', 5n, true, true],
  ['vote(uint256,uint8,bool)', 5n, 2, true],
  ['approve(uint256,bool)', 5n, true],
  ['processProposal(uint256)', 5n],
  ['executeAction(uint256)', 5n],
  ['performUpkeep(bytes)', '0x'],
  ['performUpkeep(uint256,bytes)', 5n, '0x'],
  ['work(address,bytes)', stranger, '0x'],
]

describe('a call that only the chain knows', () => {
  it.each(stored)('%s', (signature, ...args) => {
    const input = encode(signature, ...args)
    const { actions, undecoded } = decode(input)
    expect(actions).toMatchObject([{ kind: 'other' }])
    expect(undecoded).toMatchObject([
      { reason: 'storedCall', start: 0, end: input.length / 2 - 1, target: account, what: input.slice(0, 10) },
    ])
  })

  it.each([
    ['vote(uint256,bool,bool)', 5n, true, false],
    ['vote(uint256,uint8,bool)', 5n, 2, false],
    ['approve(uint256,bool)', 5n, false],
    ['revokeConfirmation(uint256)', 5n],
    ['approveHash(bytes32)', id],
    ['queue(uint256)', 5n],
  ] as const)('is none with %s', (signature, ...args) => {
    expect(decode(encode(signature, ...args))).toMatchObject({ actions: [{ kind: 'other' }], undecoded: [] })
  })

  it('comes packed, for a Safe that Baal does not name', () => {
    expect(decode(encode('processProposal(uint32,bytes)', 5, '0x1234')).undecoded).toMatchObject([{ reason: 'opaque' }])
  })
})

describe('a call in the calldata', () => {
  it('of an Aragon DAO may fail if its bit is set', () => {
    const calls = [0, 1].map(() => ({ a: stranger, b: 0n, c: transfer }))
    const { actions } = decode(encode('execute(bytes32,(address a,uint256 b,bytes c)[],uint256)', id, calls, 2n))
    expect(actions.map(({ kind, parts }) => [kind, parts])).toEqual([
      ['transfer', undefined],
      ['transfer', [1]],
    ])
  })

  it('of a keeper is read', () => {
    const { actions } = decode(encode('exec(address,bytes,address)', stranger, transfer, stranger))
    expect(actions).toMatchObject([{ kind: 'other' }, { kind: 'transfer', from: account, amount: 7n }])
    const list = [{ a: 1, b: stranger, c: transfer, d: 0n, e: '0x' }]
    const verified = decode(encode('execute((uint32 a,address b,bytes c,uint256 d,bytes e)[])', list))
    expect(verified.actions.at(-1)).toMatchObject({ kind: 'transfer', parts: [1] })
  })
})

describe('the native currency of an account', () => {
  it('leaves the entry point with a withdrawal', () => {
    expect(decode(encode('withdrawTo(address,uint256)', stranger, 10n), entryPoint).actions).toMatchObject([
      { kind: 'transfer', token: null, from: entryPoint, to: stranger, amount: 10n },
    ])
    expect(decode(encode('withdrawStake(address)', stranger), entryPoint).actions).toMatchObject([
      { kind: 'transfer', token: null, to: stranger, amount: null },
    ])
  })

  it('goes to the entry point with a deposit', () => {
    const input = encode('execute(address,uint256,bytes)', entryPoint, 10n, encode('depositTo(address)', stranger))
    expect(decode(input).actions).toMatchObject([
      { kind: 'transfer', token: null, from: account, to: entryPoint, amount: 10n },
    ])
  })

  it('stays with a call that has no amounts', () => {
    const lido = '0xae7ab96520de3a18e5e111b5eaab095312d7fe84'
    const execute = 'execute(address,uint256,bytes)'
    const stake = encode(execute, lido, 10n, encode('submit(address)', stranger))
    expect(decode(stake).actions).toMatchObject([{ kind: 'other', function: 'submit', value: 10n }])
    // Once, through the accounts it passes, and through calls of a contract to itself.
    const nested = decode(encode(execute, stranger, 10n, stake)).actions
    expect(nested.map((action) => action.kind === 'other' && action.value)).toEqual([10n])
    const claim = encode('claim()')
    const self = decode(encode(execute, stranger, 10n, encode('multicall(bytes[])', [claim, claim]))).actions
    expect(self.map((action) => action.kind === 'other' && action.value)).toEqual([10n, undefined])
    // That of the transaction is known without it.
    const direct = decoder.decode({ from: owner, to: lido, value: 10n, input: encode('submit(address)', stranger) })
    expect(direct.actions[0]).not.toHaveProperty('value')
  })

  it('goes to a contract that it deploys', () => {
    const given = { kind: 'transfer', token: null, from: account, to: null, amount: 10n }
    const create = encode('performCreate(uint256,bytes)', 10n, '0x6001')
    const delegated = encode('execute(address,uint256,bytes,uint8)', createCall, 0n, create, 1)
    expect(decode(delegated).actions).toMatchObject([{ kind: 'other' }, given])
    expect(decode(encode('execute(uint256,address,uint256,bytes)', 1n, stranger, 10n, '0x6001')).actions).toMatchObject(
      [{ kind: 'other' }, given],
    )
  })
})
