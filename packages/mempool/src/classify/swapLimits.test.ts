import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { createClassifier } from './classifier.ts'
import { computeMovedValue } from './movedValue.ts'

const weth: Address = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const dai: Address = '0x6b175474e89094c44da98b954eedeac495271d0f'
const zero: Address = `0x${'0'.repeat(40)}`
const [me, wallet, safe]: readonly [Address, Address, Address] = [
  `0x${'a1'.repeat(20)}`,
  `0x${'fe'.repeat(20)}`,
  `0x${'5a'.repeat(20)}`,
]
/** Constants for the caller and the router in plans. */
const [caller, router]: readonly [Address, Address] = [`0x${'0'.repeat(39)}1`, `0x${'0'.repeat(39)}2`]
const universal: Address = '0x66a9893cc07d91d95644aedd05d03f95e1dba8af'
const universal211: Address = '0x4c82d1fbfe28c977cbb58d8c7ff8fcf9f70a2cca'
const swapRouter02: Address = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'
const ether = 10n ** 18n
const dollars = (amount: bigint) => amount * 10n ** 6n
const wholeBalance = 2n ** 255n

const classifier = createClassifier({ chain: 'ethereum' })
const at = (types: string, ...values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types) as never, values as never)
const abi = parseAbi([
  'function execute(bytes, bytes[], uint256) payable',
  'function multicall(bytes[]) payable',
  'function swapExactTokensForTokens(uint256, uint256, address[], address) payable',
  'function swapTokensForExactTokens(uint256, uint256, address[], address) payable',
  'function execTransaction(address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes) payable',
])
const encode = (functionName: (typeof abi)[number]['name'], ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args: args as never })
const plan = (commands: Hex, ...inputs: readonly Hex[]): Hex => encode('execute', commands, inputs, 1_999_999_999n)
const nested = (commands: Hex, ...inputs: readonly Hex[]): Hex => at('bytes,bytes[]', commands, inputs)
/** An exact input and its minimum output, or an exact output and its maximum input. */
const swap = (to: Address, exact: bigint, limit: bigint, path: readonly Address[], paysUser = false) =>
  at('address,uint256,uint256,address[],bool', to, exact, limit, path, paysUser)
const wrap = (amount: bigint) => at('address,uint256', router, amount)
const unwrap = (to: Address, least: bigint) => at('address,uint256', to, least)
const pay = (token: Address, to: Address, amount: bigint) => at('address,address,uint256', token, to, amount)
const check = pay
const buy = swap(router, ether, 0n, [weth, usdc])

type Case = readonly [input: Hex, expected: { readonly [field: string]: unknown }, to?: Address, value?: bigint]

function classify(input: Hex, to: Address = universal, value = ether, from = me) {
  return classifier.classify({ from, to, value, input } as never)
}

function expectSwap([input, expected, to, value]: Case) {
  expect(classify(input, to, value).swap).toMatchObject(expected)
}

describe('the minimum output is the sender’s gain', () => {
  const cases: { readonly [name: string]: Case } = {
    'a check of another account says nothing': [
      plan('0x0b080e', wrap(ether), swap(caller, ether, dollars(100n), [weth, usdc]), check(wallet, usdc, 10n ** 15n)),
      { amountOut: dollars(100n) },
    ],
    'a check of the router counts before the fee': [
      plan(
        '0x0b080e0604',
        wrap(ether),
        buy,
        check(universal, usdc, 1_000n),
        pay(usdc, wallet, 100n),
        pay(usdc, caller, 0n),
      ),
      { amountOut: 990n },
    ],
    'his own tokens are no gain': [
      plan('0x0b020804', wrap(ether), pay(usdc, router, 700n), buy, pay(usdc, caller, 1_000n)),
      { amountOut: 300n },
    ],
    'nor is his own ether': [
      plan('0x080c04', swap(router, ether, 0n, [dai, weth], true), unwrap(router, 0n), pay(zero, caller, 10n * ether)),
      { amountOut: 0n, isNativeOut: true },
      universal,
      10n * ether,
    ],
    'what he pays from his account afterwards is deducted': [
      plan('0x0b0802', wrap(ether), swap(caller, ether, 1_000n, [weth, usdc]), pay(usdc, wallet, 400n)),
      { amountOut: 600n },
    ],
    'an exact output pays fees': [
      plan('0x090604', swap(router, 1_000n, ether, [weth, usdc], true), pay(usdc, wallet, 100n), pay(usdc, caller, 0n)),
      { exact: 'out', amountIn: ether, amountOut: 990n },
    ],
    'and others': [
      plan('0x090504', swap(router, 1_000n, ether, [weth, usdc], true), pay(usdc, caller, 500n), pay(usdc, wallet, 0n)),
      { amountOut: 500n },
    ],
    'only his share of a split counts': [
      plan('0x0b0808', wrap(ether), swap(caller, 1n, 100n, [weth, usdc]), swap(wallet, 2n, 900n, [weth, usdc])),
      { amountOut: 100n },
    ],
    'another recipient is named': [
      plan('0x0808', swap(wallet, 2n, 900n, [weth, usdc], true), swap(wallet, 1n, 1n, [weth, usdc], true)),
      { amountOut: 901n },
    ],
    'several others are named': [
      plan('0x0b080504', wrap(ether), buy, pay(usdc, safe, 900n), pay(usdc, wallet, 0n)),
      { amountOut: null },
    ],
    'what stays in the router is not his': [
      plan('0x0b08', wrap(ether), swap(router, ether, 500n, [weth, usdc])),
      { amountOut: 0n },
    ],
    'a payout without a source': [plan('0x0b0408', wrap(ether), pay(usdc, caller, 500n), buy), { amountOut: null }],
    'a sweep of what is gone': [
      plan('0x0b080404', wrap(ether), buy, pay(usdc, caller, 600n), pay(usdc, caller, 600n)),
      { amountOut: null },
    ],
    'a share of more than all': [
      plan('0x0b080604', wrap(ether), buy, pay(usdc, wallet, 20_000n), pay(usdc, caller, 600n)),
      { amountOut: null },
    ],
    'the low 160 bits of what a sweep asks': [
      plan('0x0b0804', wrap(ether), buy, pay(usdc, caller, 2n ** 160n + 7n)),
      { amountOut: 7n },
    ],
  }
  it.each(Object.entries(cases))('%s', (_, one) => expectSwap(one))

  it('is the account’s gain for an account contract', () => {
    const inner = plan('0x0b080504', wrap(ether), buy, pay(usdc, caller, 2_900n), pay(usdc, wallet, 0n))
    const input = encode('execTransaction', universal, ether, inner, 0, 0n, 0n, 0n, zero, zero, '0x')
    expect(classify(input, safe, 0n).swap).toMatchObject({ amountOut: 2_900n })
  })

  it('counts minimum hop prices only for routers that check them', () => {
    const priced = (prices: readonly bigint[]) =>
      at('address,uint256,uint256,address[],bool,uint256[]', caller, ether, 1n, [weth, usdc], false, prices)
    const input = plan('0x0b08', wrap(ether), priced([(dollars(3_000n) * 10n ** 36n) / ether]))
    expect(classify(input, universal211).swap).toMatchObject({ amountOut: dollars(3_000n) })
    expect(classify(input, universal).swap).toMatchObject({ amountOut: 1n })
    const [, unknown] = classify(input, wallet).actions
    expect(unknown).toMatchObject({ amountOut: 1n, hasPriceLimit: true })
  })
})

describe('a swap of the router’s balance that the user pays', () => {
  const poolSwap = (to: Address, path: Hex) =>
    at('address,uint256,uint256,bytes,bool', to, wholeBalance, 500n, path, true)
  const path: Hex = `0x${usdc.slice(2)}0001f4${dai.slice(2)}`

  it('takes a second input, so that the first trade ends before it', () => {
    const classification = classify(plan('0x0b080004', wrap(ether), buy, poolSwap(caller, path), pay(usdc, caller, 7n)))
    expect(classification.swap).toMatchObject({ tokenIn: weth, tokenOut: usdc, amountIn: ether, amountOut: 7n })
    expect(computeMovedValue({ value: ether }, classification, weth)).toEqual({ wei: ether, isComplete: false })
  })

  it('is rejected for pairs, because Permit2 would have to transfer 2^255', () => {
    const [swapped] = classify(plan('0x08', swap(caller, wholeBalance, 1n, [usdc, weth], true))).actions
    expect(swapped).toMatchObject({ kind: 'swap', isRefused: true })
    const [own] = classify(plan('0x08', swap(caller, wholeBalance, 1n, [usdc, weth]))).actions
    expect(own).not.toHaveProperty('isRefused')
  })
})

describe('the input is the maximum that can leave the sender', () => {
  const exactOut = (most: bigint) => swap(caller, 1_000n, most, [weth, usdc])
  /** SWAP_EXACT_OUT_SINGLE for at most 1 ETH, and its settlement. */
  const buyThroughV4 = (actions: Hex, ...settlements: readonly Hex[]) => {
    const types = '((address,address,uint24,int24,address),bool,uint128,uint128,bytes)'
    const bought = at(types, [[zero, usdc, 500, 10, zero], true, 1_000n, ether, '0x'])
    return nested(actions, bought, ...settlements)
  }
  const cases: { readonly [name: string]: Case } = {
    'ether that does not cover it is not used': [
      encode('swapTokensForExactTokens', 1_000n, 10n * ether, [weth, usdc], me),
      { exact: 'out', amountIn: 10n * ether, isNativeIn: false },
      swapRouter02,
      1n,
    ],
    'ether that does': [
      encode('swapExactTokensForTokens', ether, 1n, [weth, usdc], me),
      { amountIn: ether, isNativeIn: true },
      swapRouter02,
    ],
    'a refund to another account is not his': [
      plan('0x0b090c', wrap(10n * ether), exactOut(10n * ether), unwrap(wallet, 9n * ether)),
      { amountIn: 10n * ether },
      universal,
      10n * ether,
    ],
    'a refund to him is': [
      plan('0x0b090c', wrap(10n * ether), exactOut(10n * ether), unwrap(caller, 9n * ether)),
      { amountIn: ether },
      universal,
      10n * ether,
    ],
    'ether is paid once, by the router, however V4 settles it': [
      plan('0x10', buyThroughV4('0x080c0f', at('address,uint256', zero, ether), at('address,uint256', usdc, 1_000n))),
      { amountIn: ether, isNativeIn: true },
    ],
    'also where V4 settles both currencies of a pool': [
      plan(
        '0x10',
        buyThroughV4('0x080d11', at('address,address', zero, usdc), at('address,address,address', zero, usdc, caller)),
      ),
      { amountIn: ether, isNativeIn: true },
    ],
    'an exact output behind an exact input': [
      plan(
        '0x0b08090c',
        wrap(10n * ether),
        swap(caller, ether, 1n, [weth, usdc]),
        exactOut(2n ** 200n),
        unwrap(caller, 0n),
      ),
      { amountIn: 10n * ether, amountOut: 1_001n },
      universal,
      10n * ether,
    ],
  }
  it.each(Object.entries(cases))('%s', (_, one) => expectSwap(one))
})

it('a small swap does not hide other moved value', () => {
  const input = plan('0x0b0802', wrap(1n), swap(caller, 1n, 1n, [weth, usdc]), pay(usdc, wallet, dollars(1_000_000n)))
  const call = { from: me, to: universal, value: 1n, input }
  expect(computeMovedValue(call, classify(input, universal, 1n), weth)).toEqual({ wei: 1n, isComplete: false })
  const alone = plan('0x0b080c', wrap(1n), swap(caller, 1n, 1n, [weth, usdc]), unwrap(caller, 0n))
  expect(computeMovedValue(call, classify(alone, universal, 1n), weth).isComplete).toBe(true)
})

it('Universal Router 2.0 reads six bits of a command, so 0x40 is not a deposit', () => {
  const input = plan('0x40', at('address,address,address,address,uint256', me, me, usdc, usdc, 1n))
  expect(classify(input)).toMatchObject({ actions: [], undecoded: [{ reason: 'unknownCommand' }] })
})

describe('parts that may fail', () => {
  const part = (least: bigint) => nested('0x08', swap(caller, ether, least, [weth, usdc]))
  const cases: { readonly [name: string]: Case } = {
    'are alternatives if there is enough for one': [
      plan('0x0ba1a104', wrap(ether), part(2_960n), part(1n), pay(weth, caller, 0n)),
      { amountIn: ether, amountOut: 1n },
    ],
    'are counted up to all of them': [
      plan('0x0ba1a104', wrap(2n * ether), part(2_960n), part(2_900n), pay(weth, caller, 0n)),
      { amountIn: 2n * ether, amountOut: 2_900n },
      universal,
      2n * ether,
    ],
    'limit nothing by themselves': [
      plan(
        '0x0ba10804',
        wrap(ether),
        nested('0x0804', buy, pay(usdc, caller, 10n ** 15n)),
        swap(router, wholeBalance, 0n, [weth, usdc]),
        pay(usdc, caller, 2_900n),
      ),
      { amountIn: ether, amountOut: 2_900n },
    ],
    'may take a fee': [
      plan(
        '0x0b08a104',
        wrap(ether),
        swap(router, ether, 1_000n, [weth, usdc]),
        nested('0x05', pay(usdc, wallet, 50n)),
        pay(usdc, caller, 0n),
      ),
      { amountOut: 950n },
    ],
    'are not played if there are too many': [
      plan(`0x0b${'a1'.repeat(9)}`, wrap(9n * ether), ...Array.from({ length: 9 }, () => part(1n))),
      { amountIn: 9n * ether, amountOut: null },
      universal,
      9n * ether,
    ],
  }
  it.each(Object.entries(cases))('%s', (_, one) => expectSwap(one))
})

describe('several inputs', () => {
  it('share an output, so none has a minimum', () => {
    const input = plan(
      '0x0b080804',
      wrap(1n),
      swap(router, 1n, 0n, [weth, usdc]),
      swap(router, 10n ** 6n * ether, 0n, [dai, usdc], true),
      pay(usdc, caller, dollars(950_000n)),
    )
    const classification = classify(input, universal, 1n)
    expect(classification.swap).toMatchObject({ tokenIn: weth, amountIn: 1n, amountOut: null })
    expect(computeMovedValue({ value: 1n }, classification, weth)).toMatchObject({ isComplete: false })
  })

  it('may feed the first', () => {
    const input = plan(
      '0x080808',
      swap(router, 1n, 0n, [weth, usdc], true),
      swap(router, ether, 0n, [dai, weth], true),
      swap(caller, wholeBalance, 700n, [weth, usdc]),
    )
    expect(classify(input, universal, 0n).swap).toMatchObject({ amountIn: null, amountOut: null })
  })
})
