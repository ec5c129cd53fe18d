import {
  type Abi,
  type AbiEvent,
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  pad,
  parseAbiItem,
  toHex,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { findForbiddenEffect } from './findForbiddenEffect.ts'

const sender = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const attacker: Address = `0x${'66'.repeat(20)}`
const router: Address = `0x${'11'.repeat(20)}`
const [sold, bought, other] = ['aa', 'bb', 'cc'].map((byte) => `0x${byte.repeat(20)}` as Address) as [
  Address,
  Address,
  Address,
]
const allowed = {
  sender,
  counted: [sold, bought],
  approval: { token: sold, spender: router, amount: 100n },
} as const

const find = (address: Address, event: string, args: readonly unknown[]) =>
  findForbiddenEffect([toLog(address, event, args)], allowed)

/** A log as the contract emits it. */
function toLog(address: Address, event: string, args: readonly unknown[]) {
  const item = parseAbiItem(`event ${event}` as string) as AbiEvent
  const [topic] = encodeEventTopics({ abi: [item] as Abi, eventName: item.name } as never) as [Hex]
  const indexed = item.inputs.flatMap((input, index) => (input.indexed ? [toWord(args[index])] : []))
  const plain = item.inputs.flatMap((input, index) => (input.indexed ? [] : [{ input, value: args[index] }]))
  const data = encodeAbiParameters(
    plain.map(({ input }) => input),
    plain.map(({ value }) => value),
  )
  return { address, topics: [topic, ...indexed] as [Hex, ...Hex[]], data }
}

const toWord = (value: unknown): Hex => (typeof value === 'string' ? pad(value as Hex) : pad(toHex(value as bigint)))

const erc20 = 'Transfer(address indexed from, address indexed to, uint256 value)'
const erc721 = 'Transfer(address indexed from, address indexed to, uint256 indexed id)'
const plain = 'Transfer(address from, address to, uint256 value)'
const approval = 'Approval(address indexed owner, address indexed spender, uint256 value)'
const single =
  'TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)'
const batch =
  'TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)'

describe('outflows of the sender', () => {
  it.each([
    ['ERC-20', erc20, [sender, attacker, 1n]],
    ['ERC-20, burnt', erc20, [sender, `0x${'00'.repeat(20)}`, 1n]],
    ['ERC-721, the id 0', erc721, [sender, attacker, 0n]],
    ['an old token without topics', plain, [sender, attacker, 1n]],
    ['ERC-1155', single, [attacker, sender, attacker, 0n, 1n]],
    ['several of ERC-1155', batch, [attacker, sender, attacker, [1n], [1n]]],
    [
      'ERC-777',
      'Sent(address indexed operator, address indexed from, address indexed to, uint256 amount, bytes data, bytes operatorData)',
      [attacker, sender, attacker, 1n, '0x', '0x'],
    ],
    [
      'ERC-6909',
      'Transfer(address caller, address indexed from, address indexed to, uint256 indexed id, uint256 amount)',
      [attacker, sender, attacker, 0n, 1n],
    ],
    ['wrapped native', 'Withdrawal(address indexed src, uint256 wad)', [sender, 1n]],
  ])('%s is seen', (_, event, args) => {
    expect(find(other, event, args)).toMatch(/takes assets of 0xcccc/)
    const reversed = args.map((value) => (value === sender ? attacker : value === attacker ? sender : value))
    expect(find(other, event, reversed)).toBe(null)
  })

  it('do not include the swapped tokens, whose balances are measured, or zero amounts', () => {
    expect(find(sold, erc20, [sender, router, 100n])).toBe(null)
    expect(find(bought, erc20, [sender, router, 1n])).toBe(null)
    expect(find(other, erc20, [sender, router, 0n])).toBe(null)
    expect(find(other, erc20, [attacker, sender, 1n])).toBe(null)
  })
})

describe('rights granted by the sender', () => {
  it.each([
    ['ERC-20 by approve, increaseAllowance or permit', approval, [sender, attacker, 1n]],
    ['ERC-721', 'Approval(address indexed owner, address indexed to, uint256 indexed id)', [sender, attacker, 0n]],
    [
      'all of a collection',
      'ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
      [sender, attacker, true],
    ],
    [
      'Permit2',
      'Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
      [sender, sold, attacker, 1n, 1],
    ],
    [
      'Permit2 by signature',
      'Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
      [sender, sold, attacker, 1n, 1, 1],
    ],
    ['ERC-777', 'AuthorizedOperator(address indexed operator, address indexed holder)', [attacker, sender]],
    [
      'ERC-6909',
      'OperatorSet(address indexed owner, address indexed operator, bool approved)',
      [sender, attacker, true],
    ],
    [
      'credit',
      'BorrowAllowanceDelegated(address indexed from, address indexed to, address indexed asset, uint256 amount)',
      [sender, attacker, sold, 1n],
    ],
    [
      'Morpho',
      'SetAuthorization(address indexed caller, address indexed authorizer, address indexed authorized, bool newIsAuthorized)',
      [attacker, sender, attacker, true],
    ],
  ])('%s is seen, of the sold token as well', (_, event, args) => {
    expect(find(other, event, args)).toMatch(/grants rights .* 0xcccc/)
    expect(find(sold, event, args)).toMatch(/grants rights/)
    const ended = args.map((value) => (value === 1n ? 0n : value === true ? false : value))
    const ends = args.some((value) => value === 1n || value === true)
    if (ends) expect(find(other, event, ended)).toBe(null)
    expect(
      find(
        other,
        event,
        args.map((value) => (value === sender ? router : value)),
      ),
    ).toBe(null)
  })

  it('may be the rest of the approval for the input', () => {
    expect(find(sold, approval, [sender, router, 40n])).toBe(null)
    expect(find(sold, approval, [sender, router, 101n])).toMatch(/grants rights/)
    expect(find(bought, approval, [sender, router, 40n])).toMatch(/grants rights/)
  })
})

it('unknown and truncated logs are ignored', () => {
  expect(findForbiddenEffect([{ address: other, topics: [], data: '0x' }], allowed)).toBe(null)
  const cut = toLog(other, plain, [sender, attacker, 1n])
  expect(findForbiddenEffect([{ ...cut, data: '0x1234' }], allowed)).toBe(null)
})
