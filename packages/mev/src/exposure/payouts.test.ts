import { type PoolState, quotePool } from '@outrigger/defi/internal'
import { createUniform } from '@outrigger/devnet/random'
import { createClassifier } from '@outrigger/mempool'
import type { Transaction } from '@outrigger/mempool/internal'
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Terms } from '../detect/context.ts'
import { findSandwich } from '../detect/sandwich/findSandwich.ts'
import { detect, toPendingContext } from '../detector/evaluate.ts'
import { toPair, toTickPool } from '../fixtures/pools.ts'
import { createPoolGraph } from '../search/poolGraph.ts'
import { playLegs, toLegs } from '../sizing/playSwap.ts'
import { noTaxes } from '../sizing/tokenTaxes.ts'
import { applyTransaction } from '../view/applyTransaction.ts'
import { toPoolSnapshot } from '../view/poolSnapshot.ts'
import { createPoolView } from '../view/poolView.ts'
import { getSlippageExposure } from './getSlippageExposure.ts'

const weth: Address = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const dai: Address = '0x6b175474e89094c44da98b954eedeac495271d0f'
const [me, wallet]: readonly [Address, Address] = [`0x${'a1'.repeat(20)}`, `0x${'fe'.repeat(20)}`]
const zero: Address = `0x${'0'.repeat(40)}`
/** Placeholders for the sender and the router in plans. */
const [sender, router]: readonly [Address, Address] = [`0x${'0'.repeat(39)}1`, `0x${'0'.repeat(39)}2`]
const universal: Address = '0x66a9893cc07d91d95644aedd05d03f95e1dba8af'
/** First version that checks minimum prices of hops. */
const universal211: Address = '0x4c82d1fbfe28c977cbb58d8c7ff8fcf9f70a2cca'
const swapRouter02: Address = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'
const ether = 10n ** 18n
const balance = 2n ** 255n

const [usdcReserve, wethReserve] = [30_000_000_000_000n, 10_000n * ether]
const pair = toPair(1, [usdc, weth], [usdcReserve, wethReserve])
const second = toPair(2, [usdc, dai], [usdcReserve, 30_000_000n * ether])
const third = toPair(3, [dai, weth], [30_000_000n * ether, wethReserve])
const ticks = toTickPool(4, [usdc, weth], 1, createUniform(3), { fee: 500, tickSpacing: 10 })
const v4: PoolState = { ...ticks, kind: 'v4', hooks: zero, dex: 'uniswap_v4', protocolFees: [0, 0] }
const snapshot = toPoolSnapshot([pair, second, third, v4], 1n)
const cost = { gasPrice: 10n ** 9n, builderBidBps: 0 }
const classifier = createClassifier({ chain: 'ethereum' })

const quote = (amount: bigint, given: bigint, taken: bigint) =>
  (amount * 997n * taken) / (given * 1000n + amount * 997n)
const toInput = (amount: bigint, given: bigint, taken: bigint) =>
  (given * amount * 1000n) / ((taken - amount) * 997n) + 1n
const amountIn = 100n * ether
const quoted = quote(amountIn, wethReserve, usdcReserve)
const least = (quoted * 995n) / 1000n
const usdcIn = 300_000_000_000n
const etherQuoted = quote(usdcIn, usdcReserve, wethReserve)
const etherLeast = (etherQuoted * 995n) / 1000n

const at = (types: string, ...values: readonly unknown[]) =>
  encodeAbiParameters(parseAbiParameters(types) as never, values as never)
const plan = (commands: Hex, inputs: readonly Hex[]): Hex =>
  encodeFunctionData({
    abi: parseAbi(['function execute(bytes, bytes[], uint256) payable']),
    args: [commands, inputs, 1_999_999_999n],
  })
const pairSwap = (to: Address, given: bigint, limit: bigint, path: readonly Address[], paysUser: boolean) =>
  at('address,uint256,uint256,address[],bool', to, given, limit, path, paysUser)
const wrap = (amount: bigint) => at('address,uint256', router, amount)
const two = (to: Address, amount: bigint) => at('address,uint256', to, amount)
const three = (token: Address, to: Address, amount: bigint) => at('address,address,uint256', token, to, amount)
const buy = pairSwap(router, amountIn, 0n, [weth, usdc], false)
const sell = pairSwap(router, usdcIn, 0n, [usdc, weth], true)

const periphery = parseAbi([
  'function multicall(uint256, bytes[]) payable',
  'function swapExactTokensForTokens(uint256, uint256, address[], address) payable',
  'function swapTokensForExactTokens(uint256, uint256, address[], address) payable',
  'function sweepToken(address, uint256, address) payable',
  'function sweepTokenWithFee(address, uint256, address, uint256, address) payable',
  'function unwrapWETH9(uint256, address) payable',
  'function unwrapWETH9WithFee(uint256, address, uint256, address) payable',
  'function refundETH() payable',
  'function wrapETH(uint256) payable',
  'function pull(address, uint256) payable',
])
const call = (functionName: (typeof periphery)[number]['name'], ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: periphery, functionName, args } as never)
const multicall = (...calls: readonly Hex[]) => call('multicall', 1_999_999_999n, calls)
const pairBuy = call('swapExactTokensForTokens', amountIn, 0n, [weth, usdc], router)
const pairSell = call('swapExactTokensForTokens', usdcIn, 0n, [usdc, weth], router)

function toEntry(input: Hex, value: bigint, to: Address) {
  const transaction: Transaction = {
    hash: `0x${'1'.repeat(64)}`,
    from: me,
    to,
    input,
    value,
    nonce: 0,
    gas: 400_000n,
    type: 2,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 10n ** 9n,
  }
  return { transaction, classification: classifier.classify(transaction), firstSeenMs: 0 }
}

const expose = (entry: ReturnType<typeof toEntry>, pools = snapshot) =>
  getSlippageExposure(entry, pools, { native: weth, cost })

/** Returns the minimum output of a swap that leaves `net` after a share in 10^18ths. */
function beforeShare(net: bigint, share: bigint): bigint {
  let gross = net
  while (gross - (gross * share) / ether < net) gross += 1n + (net - (gross - (gross * share) / ether))
  while (gross - 1n - ((gross - 1n) * share) / ether >= net) gross -= 1n
  return gross
}

const quarter = 25n * 10n ** 14n
const afterQuarter = least - (least * quarter) / ether

type Case = {
  readonly input: Hex
  readonly to?: Address
  readonly value?: bigint
  /** Limit in the classification. */
  readonly stated: bigint
  /** Minimum output of the swap. */
  readonly limit: bigint
  readonly whole?: bigint
}

const cases: { readonly [name: string]: Case } = {
  'in the swap': {
    input: plan('0x0b08', [wrap(amountIn), pairSwap(sender, amountIn, least, [weth, usdc], false)]),
    stated: least,
    limit: least,
  },
  SWEEP: { input: plan('0x0b0804', [wrap(amountIn), buy, three(usdc, sender, least)]), stated: least, limit: least },
  'SWEEP after PAY_PORTION': {
    input: plan('0x0b080604', [wrap(amountIn), buy, three(usdc, wallet, 25n), three(usdc, sender, afterQuarter)]),
    stated: afterQuarter,
    limit: beforeShare(afterQuarter, quarter),
  },
  'SWEEP after PAY_PORTION_FULL_PRECISION': {
    input: plan('0x0b080704', [wrap(amountIn), buy, three(usdc, wallet, quarter), three(usdc, sender, afterQuarter)]),
    stated: afterQuarter,
    limit: beforeShare(afterQuarter, quarter),
  },
  'SWEEP after a fee that is stated': {
    input: plan('0x0b080504', [wrap(amountIn), buy, three(usdc, wallet, 7_000_000n), three(usdc, me, least)]),
    stated: least,
    limit: least + 7_000_000n,
  },
  'TRANSFER of all that is due, the rest to the wallet': {
    input: plan('0x0b080504', [wrap(amountIn), buy, three(usdc, sender, least), three(usdc, wallet, 0n)]),
    stated: least,
    limit: least,
  },
  'a check of the router': {
    input: plan('0x0b080e04', [
      wrap(amountIn),
      buy,
      at('address,address,uint256', universal, usdc, least),
      three(usdc, sender, 0n),
    ]),
    stated: least,
    limit: least,
  },
  'SWEEP in a plan of its own': {
    input: plan('0x0b0821', [wrap(amountIn), buy, at('bytes,bytes[]', '0x04', [three(usdc, sender, least)])]),
    stated: least,
    limit: least,
  },
  UNWRAP_WETH: {
    input: plan('0x080c', [sell, two(sender, etherLeast)]),
    value: 0n,
    stated: etherLeast,
    limit: etherLeast,
    whole: etherQuoted,
  },
  'UNWRAP_WETH_EXACT, the rest swept': {
    input: plan('0x080f04', [sell, two(sender, etherLeast), three(weth, wallet, 0n)]),
    value: 0n,
    stated: etherLeast,
    limit: etherLeast,
    whole: etherQuoted,
  },
  'UNWRAP_WETH into the router, fee and SWEEP of ether': {
    input: plan('0x080c0604', [sell, two(router, 0n), three(zero, wallet, 25n), three(zero, sender, etherLeast)]),
    value: 0n,
    stated: etherLeast,
    limit: beforeShare(etherLeast, quarter),
    whole: etherQuoted,
  },
  sweepToken: {
    input: multicall(pairBuy, call('sweepToken', usdc, least, me)),
    to: swapRouter02,
    stated: least,
    limit: least,
  },
  'sweepToken after wrapETH': {
    input: multicall(
      call('wrapETH', amountIn),
      call('swapExactTokensForTokens', 0n, 0n, [weth, usdc], router),
      call('sweepToken', usdc, least, me),
    ),
    to: swapRouter02,
    stated: least,
    limit: least,
  },
  sweepTokenWithFee: {
    input: multicall(pairBuy, call('sweepTokenWithFee', usdc, least, me, 50n, wallet)),
    to: swapRouter02,
    stated: least,
    limit: least,
  },
  unwrapWETH9: {
    input: multicall(pairSell, call('unwrapWETH9', etherLeast, me)),
    to: swapRouter02,
    value: 0n,
    stated: etherLeast,
    limit: etherLeast,
    whole: etherQuoted,
  },
  'unwrapWETH9WithFee after pull': {
    input: multicall(
      call('pull', usdc, usdcIn),
      call('swapExactTokensForTokens', 0n, 0n, [usdc, weth], router),
      call('unwrapWETH9WithFee', etherLeast, me, 50n, wallet),
    ),
    to: swapRouter02,
    value: 0n,
    stated: etherLeast,
    limit: etherLeast,
    whole: etherQuoted,
  },
  'a least price of the hop': {
    input: plan('0x0b08', [
      wrap(amountIn),
      at('address,uint256,uint256,address[],bool,uint256[]', sender, amountIn, 0n, [weth, usdc], false, [
        (least * 10n ** 36n) / amountIn,
      ]),
    ]),
    to: universal211,
    stated: least,
    limit: least,
  },
}

describe('the limit that a payout checks', () => {
  it.each(Object.entries(cases))(
    '%s',
    (_, { input, to = universal, value = amountIn, stated, limit, whole = quoted }) => {
      const entry = toEntry(input, value, to)
      expect(entry.classification.swap?.amountOut).toBe(stated)
      const { swaps, gaps, reverts } = expose(entry)
      expect({ gaps, reverts }).toEqual({ gaps: [], reverts: false })
      expect(swaps).toMatchObject([{ quotedAmount: whole, maxLost: whole - limit }])
      // One unit less reverts.
      const [applied] = applyTransaction(entry, createPoolView(snapshot), noTaxes).swaps
      expect(applied?.swap.amountOut).toBe(limit)
    },
  )
})

const v4Plan = (actions: Hex, inputs: readonly Hex[], commands: Hex = '0x10', more: readonly Hex[] = []) =>
  plan(commands, [at('bytes,bytes[]', actions, inputs), ...more])
const key = [usdc, weth, 500, 10, zero] as const
const v4Swap = (given: bigint, limit: bigint) =>
  at('((address,address,uint24,int24,address) key, bool isZeroForOne, uint128 given, uint128 limit, bytes data)', {
    key,
    isZeroForOne: true,
    given,
    limit,
    data: '0x',
  })
const currency = (token: Address, amount: bigint) => at('address,uint256', token, amount)
const v4In = 50_000_000_000n
const v4Out = quotePool(v4, usdc, weth, v4In) ?? 0n
const v4Least = (v4Out * 99n) / 100n

describe('settlements of Uniswap V4', () => {
  const whole = ether
  const settleAll = currency(usdc, v4In)
  const taken = v4Least - v4Least / 100n
  const swaps: { readonly [name: string]: readonly [input: Hex, stated: bigint, limit: bigint] } = {
    TAKE_ALL: [v4Plan('0x060c0f', [v4Swap(v4In, 0n), settleAll, currency(weth, v4Least)]), v4Least, v4Least],
    'TAKE_ALL after TAKE_PORTION, settled before': [
      v4Plan('0x0b06100f', [
        at('address,uint256,bool', usdc, v4In, true),
        v4Swap(0n, 0n),
        three(weth, wallet, 100n),
        currency(weth, taken),
      ]),
      taken,
      beforeShare(taken, whole / 100n),
    ],
    'TAKE into the router, SWEEP': [
      v4Plan(
        '0x060b0e',
        [v4Swap(v4In, 0n), at('address,uint256,bool', usdc, 0n, true), three(weth, router, 0n)],
        '0x1004',
        [three(weth, sender, v4Least)],
      ),
      v4Least,
      v4Least,
    ],
    'TAKE_PAIR into the router, UNWRAP_WETH': [
      v4Plan(
        '0x061211',
        [v4Swap(v4In, 0n), at('address', usdc), at('address,address,address', usdc, weth, router)],
        '0x100c',
        [two(sender, v4Least)],
      ),
      v4Least,
      v4Least,
    ],
  }
  it.each(Object.entries(swaps))('%s', (_, [input, stated, limit]) => {
    const entry = toEntry(input, 0n, universal)
    expect(entry.classification.swap?.amountOut).toBe(stated)
    expect(entry.classification.undecoded).toEqual([])
    const { swaps, gaps } = expose(entry)
    expect(gaps).toEqual([])
    expect(swaps).toMatchObject([{ quotedAmount: v4Out, maxLost: v4Out - limit }])
  })

  it('SETTLE_ALL limits the input of an exact output', () => {
    const most = (v4In * 101n) / 100n
    const input = v4Plan('0x080c0f', [v4Swap(v4Out, 2n ** 127n), currency(usdc, most), currency(weth, 0n)])
    const entry = toEntry(input, 0n, universal)
    expect(entry.classification.swap).toMatchObject({ exact: 'out', amountIn: most, amountOut: v4Out })
    const { swaps, gaps } = expose(entry)
    expect(gaps).toEqual([])
    expect(swaps[0]?.maxLost).toBe(most - (swaps[0]?.quotedAmount ?? 0n))
    const tight = v4Plan('0x080c0f', [v4Swap(v4Out, 2n ** 127n), currency(usdc, v4In / 2n), currency(weth, 0n)])
    expect(expose(toEntry(tight, 0n, universal))).toMatchObject({ reverts: true, swaps: [] })
  })
})

describe('the maximum input of an exact output', () => {
  const wanted = 100_000_000_000n
  const needed = toInput(wanted, wethReserve, usdcReserve)
  const sent = (needed * 102n) / 100n
  const most = (needed * 101n) / 100n
  const inputs: { readonly [name: string]: readonly [input: Hex, to: Address, most: bigint, value?: bigint] } = {
    'what is wrapped, less the refund that is due': [
      plan('0x0b090c', [
        wrap(sent),
        pairSwap(sender, wanted, 2n ** 255n - 1n, [weth, usdc], false),
        two(sender, sent - most),
      ]),
      universal,
      most,
    ],
    'what is stated': [
      multicall(call('swapTokensForExactTokens', wanted, most, [weth, usdc], me), call('refundETH')),
      swapRouter02,
      most,
    ],
    'what is stated, though less is sent: the rest is not used': [
      multicall(call('swapTokensForExactTokens', wanted, most, [weth, usdc], me), call('refundETH')),
      swapRouter02,
      most,
      1n,
    ],
  }
  it.each(Object.entries(inputs))('%s', (_, [input, to, limit, value = sent]) => {
    const entry = toEntry(input, value, to)
    expect(entry.classification.swap).toMatchObject({ exact: 'out', amountIn: limit, amountOut: wanted })
    const { swaps, gaps } = expose(entry)
    expect(gaps).toEqual([])
    expect(swaps).toMatchObject([{ exact: 'out', quotedAmount: needed, maxLost: limit - needed }])
  })
})

describe('several swaps with one payout', () => {
  const half = amountIn / 2n
  const direct = quote(half, wethReserve, usdcReserve)
  const around = quote(quote(half, wethReserve, 30_000_000n * ether), 30_000_000n * ether, usdcReserve)
  const sum = direct + around
  const limit = (sum * 99n) / 100n
  const split = plan('0x0b080804', [
    wrap(amountIn),
    pairSwap(router, half, 0n, [weth, usdc], false),
    pairSwap(router, half, 0n, [weth, dai, usdc], false),
    three(usdc, sender, limit),
  ])

  it('share the payout’s limit', () => {
    const entry = toEntry(split, amountIn, universal)
    expect(entry.classification.swap).toMatchObject({ amountIn, amountOut: limit })
    const { swaps, total, gaps } = expose(entry)
    expect(gaps).toEqual([])
    expect(swaps).toMatchObject([
      { quotedAmount: direct, maxLost: sum - limit },
      { quotedAmount: around, maxLost: sum - limit },
    ])
    // The tolerance can be taken once, not once for each swap.
    expect(total).toMatchObject({ token: usdc, exact: 'in', quotedAmount: sum, limit, maxLost: sum - limit })
    expect(total?.lost).toBeGreaterThan(0n)
    expect(total?.lost).toBeLessThanOrEqual(sum - limit)
    expect(total?.safeLimit).toBeGreaterThan(limit)
    expect(total?.safeLimit).toBeLessThan(sum)
  })

  it('lose nothing at the safe limit of the payout', () => {
    const payOut = (minimum: bigint) =>
      plan('0x0b080804', [
        wrap(amountIn),
        pairSwap(router, half, 0n, [weth, usdc], false),
        pairSwap(router, half, 0n, [weth, dai, usdc], false),
        three(usdc, sender, minimum),
      ])
    const safeLimit = expose(toEntry(split, amountIn, universal)).total?.safeLimit ?? 0n
    const safe = expose(toEntry(payOut(safeLimit), amountIn, universal))
    expect(safe.total).toMatchObject({ lost: 0n, lostWei: 0n, limit: safeLimit, safeLimit })
    const loose = expose(toEntry(payOut(safeLimit - sum / 10n ** 5n), amountIn, universal))
    expect(loose.total?.lost).toBeGreaterThan(0n)
  })

  it('have no total with limits of their own', () => {
    const own = plan('0x0b080804', [
      wrap(amountIn),
      pairSwap(router, half, (direct * 99n) / 100n, [weth, usdc], false),
      pairSwap(router, half, (around * 98n) / 100n, [weth, dai, usdc], false),
      three(usdc, sender, 0n),
    ])
    expect(expose(toEntry(own, amountIn, universal))).toMatchObject({
      total: null,
      gaps: [],
      swaps: [{ maxLost: direct - (direct * 99n) / 100n }, { maxLost: around - (around * 98n) / 100n }],
    })
  })

  it('use the output of the preceding swap in this run', () => {
    const middle = quote(amountIn, wethReserve, 30_000_000n * ether)
    const end = quote(middle, 30_000_000n * ether, usdcReserve)
    const end99 = (end * 99n) / 100n
    const chain = plan('0x0b0808', [
      wrap(amountIn),
      pairSwap(router, amountIn, 0n, [weth, dai], false),
      pairSwap(sender, balance, end99, [dai, usdc], false),
    ])
    const { swaps, total, gaps } = expose(toEntry(chain, amountIn, universal))
    expect(gaps).toEqual([])
    // A loss of the first swap is a loss of the second one too, in another token.
    expect(total).toMatchObject({ token: usdc, quotedAmount: end, limit: end99, maxLost: end - end99 })
    expect(total?.lost).toBeLessThanOrEqual(end - end99)
    const safeLimit = total?.safeLimit ?? 0n
    expect(safeLimit).toBeLessThan(end)
    const paid = (minimum: bigint) =>
      plan('0x0b0808', [
        wrap(amountIn),
        pairSwap(router, amountIn, 0n, [weth, dai], false),
        pairSwap(sender, balance, minimum, [dai, usdc], false),
      ])
    expect(expose(toEntry(paid(safeLimit), amountIn, universal)).total).toMatchObject({ lost: 0n })
    const loose = expose(toEntry(paid(safeLimit - end / 10n ** 5n), amountIn, universal))
    expect(loose.total?.lost).toBeGreaterThan(0n)
    expect(swaps[1]).toMatchObject({ quotedAmount: end, maxLost: end - end99 })
    // The possible loss of the first swap is the amount that the second one needs for its limit.
    const enough = middle - (swaps[0]?.maxLost ?? 0n)
    expect(quote(enough, 30_000_000n * ether, usdcReserve)).toBeGreaterThanOrEqual(end99)
    expect(quote(enough - 1n, 30_000_000n * ether, usdcReserve)).toBeLessThan(end99)
  })

  it('have no total if they pay in different tokens', () => {
    const both = plan('0x0b08080404', [
      wrap(amountIn),
      pairSwap(router, half, 0n, [weth, usdc], false),
      pairSwap(router, half, 0n, [weth, dai], false),
      three(usdc, sender, (direct * 99n) / 100n),
      three(dai, sender, 0n),
    ])
    const { total, gaps } = expose(toEntry(both, amountIn, universal))
    // Each has its own limit, so their losses add up.
    expect({ total, gaps }).toEqual({ total: null, gaps: [] })
  })

  it('have no total if one swap takes the output of two', () => {
    const merged = plan('0x0b08080804', [
      wrap(amountIn),
      pairSwap(router, half, 0n, [weth, dai], false),
      pairSwap(router, half, 0n, [weth, usdc, dai], false),
      pairSwap(router, balance, 0n, [dai, usdc], false),
      three(usdc, sender, 1n),
    ])
    const { swaps, total, gaps } = expose(toEntry(merged, amountIn, universal))
    expect(swaps).toHaveLength(3)
    expect({ total, gaps }).toMatchObject({ total: null, gaps: [{ reason: 'sharedLimit' }] })
  })

  it('are not sandwiched beyond the limit', () => {
    const view = createPoolView(snapshot)
    const applied = applyTransaction(toEntry(split, amountIn, universal), view.fork(), noTaxes)
    const victims = applied.swaps.map(({ swap }) => swap)
    const sized = findSandwich({ native: weth, taxes: noTaxes, cost, minProfit: 1n }, view, victims)
    const front = sized && playLegs(toLegs(sized.path, view) ?? [], sized.frontAmountIn, noTaxes, 'held')
    for (const pool of front?.next ?? []) view.set(pool)
    expect(sized?.netProfit).toBeGreaterThan(0n)
    expect(applyTransaction(toEntry(split, amountIn, universal), view, noTaxes)).toMatchObject({ reverts: false })
  })
})

it('a check that may fail is not a limit', () => {
  const check = at('address,address,uint256', me, usdc, least)
  const input = plan('0x0b088e', [wrap(amountIn), pairSwap(sender, amountIn, 0n, [weth, usdc], false), check])
  const entry = toEntry(input, amountIn, universal)
  expect(entry.classification.swap?.amountOut).toBe(0n)
  expect(expose(entry)).toMatchObject({ gaps: [], swaps: [{ maxLost: quoted }] })
})

describe('limits that are not computed', () => {
  const exactInputSingle = parseAbi([
    'struct In { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
    'function exactInputSingle(In) payable returns (uint256)',
  ])
  const v3 = toTickPool(5, [usdc, weth], 1, createUniform(3), { fee: 500, tickSpacing: 10 })
  const single = encodeFunctionData({
    abi: exactInputSingle,
    args: [
      {
        tokenIn: usdc,
        tokenOut: weth,
        fee: 500,
        recipient: me,
        amountIn: v4In,
        amountOutMinimum: 0n,
        sqrtPriceLimitX96: 2n ** 90n,
      },
    ],
  })
  const inputs: { readonly [name: string]: readonly [input: Hex, to: Address, value: bigint] } = {
    'a check of an account that may hold some already': [
      plan('0x0b080e', [
        wrap(amountIn),
        pairSwap(sender, amountIn, 0n, [weth, usdc], false),
        at('address,address,uint256', me, usdc, least),
      ]),
      ...([universal, amountIn] as const),
    ],
    'a command that is not known': [plan('0x0b083f', [wrap(amountIn), buy, '0x']), universal, amountIn],
    'an output that stays in the router': [plan('0x0b08', [wrap(amountIn), buy]), universal, amountIn],
    'a price at which the swap ends': [single, swapRouter02, 0n],
  }
  const pools = toPoolSnapshot([pair, v3], 1n)
  const terms: Terms = {
    native: weth,
    graph: createPoolGraph([pair]),
    taxes: noTaxes,
    minProfit: 1n,
    nextBaseFeePerGas: 10n ** 9n,
    isKnownToken: () => true,
    isKnownPool: () => true,
    cost,
  }

  it.each(Object.entries(inputs))('%s: no exposure and no sandwich', (_, [input, to, value]) => {
    const entry = toEntry(input, value, to)
    const { swaps, gaps } = expose(entry, pools)
    expect(swaps).toEqual([])
    expect(gaps.map(({ reason }) => reason)).toContain('unknownLimit')
    const context = toPendingContext(entry, [], pools, terms)
    expect(context.subject?.applied.swaps).toHaveLength(1)
    expect(detect(context).filter(({ type }) => type === 'sandwich')).toEqual([])
    const effect = { reverts: false, pools: [] }
    const simulated = toPendingContext(entry, [], pools, terms, { effect })
    expect(detect(simulated).filter(({ type }) => type === 'sandwich')).toEqual([])
  })

  it('reports the tolerance of a payout', () => {
    const entry = toEntry(cases['SWEEP']?.input ?? '0x', amountIn, universal)
    const [found] = detect(toPendingContext(entry, [], pools, terms)).filter(({ type }) => type === 'sandwich')
    expect(found?.details).toMatchObject({ slippageTolerance: expect.closeTo(0.5, 3) })
  })
})

describe('swaps in a part that may revert alone', () => {
  const part = (limit: bigint) => at('bytes,bytes[]', '0x08', [pairSwap(sender, amountIn, limit, [weth, usdc], false)])

  it('have no limit if another swap can replace them', () => {
    const input = plan('0x0ba1a104', [wrap(amountIn), part(least), part(1n), three(weth, sender, 0n)])
    const entry = toEntry(input, amountIn, universal)
    expect(entry.classification.swap).toMatchObject({ amountIn, amountOut: 1n })
    // The first part spends the whole balance, so the second one fails.
    const gaps = [{ reason: 'insufficientOutput' }, { reason: 'unknownLimit' }]
    expect(expose(entry)).toMatchObject({ reverts: false, swaps: [], gaps })
  })

  it('have their own limit if no swap can replace them', () => {
    const input = plan('0x0ba104', [wrap(amountIn), part(least), three(weth, sender, 0n)])
    const { swaps, gaps } = expose(toEntry(input, amountIn, universal))
    expect(gaps).toEqual([])
    expect(swaps).toMatchObject([{ maxLost: quoted - least }])
  })
})

describe('actions that are rejected regardless of the pools', () => {
  const pairRouter: Address = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
  const abi = parseAbi([
    'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256)',
    'function swapExactTokensForETH(uint256, uint256, address[], address, uint256)',
    'function swapExactETHForTokens(uint256, address[], address, uint256) payable',
    'function execute(bytes, bytes[], uint256) payable',
  ])
  const later = 1_999_999_999n
  const encode = (functionName: (typeof abi)[number]['name'], ...args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi, functionName, args: args as never })
  const buyFor = (to: Address, deadline: bigint) =>
    encode('swapExactTokensForTokens', amountIn, least, [weth, usdc], to, deadline)
  const sweepUntil = (deadline: bigint) =>
    encode('execute', '0x0b0804', [wrap(amountIn), buy, three(usdc, sender, least)], deadline)
  const inputs: { readonly [name: string]: readonly [input: Hex, to: Address, value: bigint] } = {
    'a plan after its deadline': [sweepUntil(1n), universal, amountIn],
    'a swap after its deadline': [buyFor(me, 1n), pairRouter, 0n],
    'calls after their deadline': [
      encodeFunctionData({
        abi: periphery,
        functionName: 'multicall',
        args: [1n, [pairBuy, call('sweepToken', usdc, least, me)]],
      }),
      swapRouter02,
      amountIn,
    ],
    'ether for a function that takes none': [buyFor(me, later), pairRouter, ether],
    'ether for a function of 1inch that takes none': [
      encodeFunctionData({
        abi: parseAbi(['function unoswap(uint256, uint256, uint256, uint256)']),
        args: [BigInt(weth), amountIn, least, BigInt(pair.id)],
      }),
      '0x111111125421ca6dc452d289314280a0f8842a65',
      1n,
    ],
    'a pair that pays a token to its own contract': [buyFor(usdc, later), pairRouter, 0n],
    'the same in a plan': [plan('0x08', [pairSwap(usdc, amountIn, least, [weth, usdc], true)]), universal, 0n],
    'a path that does not end in the wrapped token': [
      encode('swapExactTokensForETH', amountIn, 0n, [weth, usdc], me, later),
      pairRouter,
      0n,
    ],
    'a path that does not begin in it': [
      encode('swapExactETHForTokens', 0n, [dai, usdc], me, later),
      pairRouter,
      amountIn,
    ],
    'no ether for a function that takes all of it': [
      encode('swapExactETHForTokens', 0n, [weth, usdc], me, later),
      pairRouter,
      0n,
    ],
    'no ether to wrap for a swap of all that the router holds': [
      plan('0x0b08', [wrap(balance), pairSwap(sender, balance, 0n, [weth, usdc], false)]),
      universal,
      0n,
    ],
    'all of the ether as an amount': [
      plan('0x080c05', [sell, two(router, 0n), three(zero, sender, balance)]),
      universal,
      0n,
    ],
    'a router that pays and holds nothing': [
      plan('0x08', [pairSwap(sender, amountIn, least, [weth, usdc], false)]),
      universal,
      0n,
    ],
    'the same with all that it holds': [
      plan('0x08', [pairSwap(sender, balance, 0n, [weth, usdc], false)]),
      universal,
      0n,
    ],
    'a share of more than all, of nothing': [
      plan('0x0b0806', [
        wrap(amountIn),
        pairSwap(sender, amountIn, least, [weth, usdc], false),
        three(dai, wallet, 10_001n),
      ]),
      universal,
      amountIn,
    ],
  }
  it.each(Object.entries(inputs))('%s', (_, [input, to, value]) => {
    expect(expose(toEntry(input, value, to))).toMatchObject({ reverts: true, swaps: [] })
  })

  it('depends on the time of the block', () => {
    const entry = toEntry(sweepUntil(1_900_000_000n), amountIn, universal)
    const atTime = (timestamp: bigint) => expose(entry, { ...snapshot, block: { number: 1n, timestamp } })
    expect(atTime(1_900_000_000n)).toMatchObject({ reverts: false, swaps: [{ maxLost: quoted - least }] })
    expect(atTime(1_900_000_001n)).toMatchObject({ reverts: true, swaps: [] })
  })
})

it('a router without enough ether takes the wrapped token of the sender', () => {
  const input = multicall(
    call('wrapETH', amountIn),
    call('swapExactTokensForTokens', amountIn, least, [weth, usdc], me),
    call('swapExactTokensForTokens', amountIn, 0n, [weth, dai], me),
  )
  const { swaps, gaps, reverts } = expose(toEntry(input, amountIn, swapRouter02))
  expect({ gaps, reverts }).toEqual({ gaps: [], reverts: false })
  expect(swaps).toMatchObject([{ maxLost: quoted - least }, { tokenOut: dai }])
})
