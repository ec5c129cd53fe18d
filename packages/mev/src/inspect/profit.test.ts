import fc from 'fast-check'
import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { address, toBlock, toLog, transfer, weth } from './fixtures/blocks.ts'
import { createMarket, type Market, type Tax } from './fixtures/market.ts'
import { inspectTransactions } from './inspectTransactions.ts'
import type { MinedFinding } from './minedFinding.ts'

const ether = 10n ** 18n
const [pool, other, third] = [address(0x91), address(0x92), address(0x93)]
const [token, second] = [address(0x70), address(0x71)]
const [bot, eoa, wallet, collector] = [address(0xb0), address(0xe1), address(0xcc), address(0xfe)]
const lender = address(0x1e)

type Sent = Parameters<typeof toBlock>[0][number]

/** Creates a market of WETH and two tokens with two equal pairs. */
function startMarket(taxes: Readonly<Record<Address, Tax>> = {}): Market {
  const market = createMarket(taxes)
  const reserves = [
    [token, 1_000_000n * ether],
    [weth, 1_000n * ether],
  ] as const
  market.addPair(pool, reserves)
  market.addPair(other, reserves)
  market.addPair(third, [
    [second, 500_000n * ether],
    [weth, 1_000n * ether],
  ])
  return market
}

const own = (market: Market, from = eoa, to = bot): Sent => ({ from, to, logs: market.takeLogs() })

function buyOf(market: Market, user: number, amount: bigint, at = pool): Sent {
  const from = address(0x500 + user)
  market.swap(at, [weth, amount], from)
  return { from, to: address(0x600 + user), logs: market.takeLogs() }
}

const inspect = (sent: readonly Sent[]): readonly MinedFinding[] => inspectTransactions(toBlock(sent)).findings
const toText = ({ kind, transactions }: MinedFinding) => `${kind} ${transactions.map((hash) => Number(hash) - 1)}`

describe('the profit of a sandwich', () => {
  it.each([token, collector, address(0xdead)])('is a loss if the token has a transfer tax for %s', (to) => {
    const market = startMarket({ [token]: { bps: 500n, collector: to } })
    const bought = market.swap(pool, [weth, 20n * ether], bot)
    const front = own(market)
    const victim = buyOf(market, 1, 30n * ether)
    market.swap(pool, [token, bought], bot)
    const [found, ...more] = inspect([front, victim, own(market)])
    expect(more).toEqual([])
    expect(found).toMatchObject({ kind: 'sandwich', profit: market.holdings([bot]) })
    expect(found?.profitWei).toBe(market.holdings([bot])[weth])
    expect(found?.profitWei).toBeLessThan(0n)
  })

  it('is a loss for a buyer who receives little after tax', () => {
    const market = startMarket({ [token]: { bps: 4_000n, collector } })
    const bought = market.swap(pool, [weth, 20n * ether], bot)
    const front = own(market)
    const victim = buyOf(market, 1, 30n * ether)
    market.swap(pool, [token, bought], bot)
    expect(inspect([front, victim, own(market)])).toMatchObject([{ kind: 'sandwich', profit: market.holdings([bot]) }])
  })

  it('includes amounts sent to another address of the attacker', () => {
    for (const pays of ['pool', 'bot'] as const) {
      const market = startMarket()
      const bought = market.swap(pool, [weth, 20n * ether], bot)
      const front = own(market)
      const victim = buyOf(market, 1, 30n * ether)
      const sold = market.swap(pool, [token, bought], bot, pays === 'pool' ? wallet : bot)
      if (pays === 'bot') market.send(weth, bot, wallet, sold)
      const [found] = inspect([front, victim, own(market)])
      expect(found?.profit).toEqual(market.holdings([bot, wallet]))
      expect(found?.profitWei).toBeGreaterThan(0n)
    }
  })

  it('excludes a payment for an NFT', () => {
    const market = startMarket()
    const seller = address(0x5e11)
    const bought = market.swap(pool, [weth, 20n * ether], bot)
    const front = own(market)
    const victim = buyOf(market, 1, 30n * ether)
    market.swap(pool, [token, bought], bot)
    market.send(weth, bot, seller, ether)
    const back = own(market)
    const nft = toLog(address(0x721), 'Transfer(address,address,uint256)', [seller, bot, 7n], [])
    const [found] = inspect([front, victim, { ...back, logs: [...back.logs, nft] }])
    expect(found?.profit).toEqual(market.holdings([bot]))
  })

  it('is counted once if the front and the back use a second pool', () => {
    const market = startMarket()
    // Bots did this to move a price without holding tokens: they bought and sold at a loss around the victim.
    const there = market.swap(other, [weth, 20n * ether], bot)
    const moved = market.swap(pool, [token, there], bot)
    const front = own(market)
    const from = address(0x501)
    market.swap(pool, [token, 30_000n * ether], from)
    const victim = { from, to: address(0x601), logs: market.takeLogs() }
    market.swap(other, [token, market.swap(pool, [weth, moved], bot)], bot)
    const found = inspect([front, victim, own(market)])
    expect(found.map(toText)).toEqual(['sandwich 0,1,2'])
    expect(found[0]?.profit).toEqual(market.holdings([bot]))
    expect(found[0]?.profitWei).toBeGreaterThan(0n)
  })

  it('is counted once for each of two consecutive sandwiches', () => {
    const market = startMarket()
    const sent: Sent[] = []
    let bought = market.swap(pool, [weth, 20n * ether], bot)
    sent.push(own(market), buyOf(market, 1, 30n * ether))
    market.swap(pool, [token, bought], bot)
    sent.push(own(market))
    const seller = address(0x502)
    market.swap(pool, [token, 5_000n * ether], seller)
    sent.push({ from: seller, to: address(0x602), logs: market.takeLogs() })
    const before = market.holdings([bot])[weth] ?? 0n
    bought = market.swap(pool, [weth, 26n * ether], bot)
    sent.push(own(market), buyOf(market, 3, 30n * ether))
    market.swap(pool, [token, bought], bot)
    const found = inspect([...sent, own(market)])
    expect(found.map(toText)).toEqual(['sandwich 0,1,2', 'sandwich 4,5,6'])
    const after = market.holdings([bot])[weth] ?? 0n
    expect(found.map(({ profit }) => profit)).toEqual([{ [weth]: before }, { [weth]: after - before }])
  })

  it('includes all fronts and backs of nested sandwiches', () => {
    const market = startMarket()
    const bought = [market.swap(pool, [weth, 10n * ether], bot)]
    const sent = [own(market), buyOf(market, 1, 20n * ether)]
    bought.push(market.swap(pool, [weth, 15n * ether], bot))
    sent.push(own(market), buyOf(market, 2, 30n * ether))
    for (const amount of bought.reverse()) {
      market.swap(pool, [token, amount], bot)
      sent.push(own(market), buyOf(market, 3 + sent.length, ether))
    }
    const found = inspect(sent)
    expect(found.map(toText)).toEqual(['sandwich 0,1,3,5,6'])
    expect(found[0]?.details).toMatchObject({ fronts: { length: 2 }, backs: { length: 2 } })
    expect(found[0]?.profit).toEqual(market.holdings([bot]))
  })
})

describe('the profit of an arbitrage', () => {
  /** Creates a market with a price difference between two pairs. */
  function startUneven(taxes: Readonly<Record<Address, Tax>> = {}): Market {
    const market = startMarket(taxes)
    market.swap(other, [token, 60_000n * ether], address(0x599))
    market.takeLogs()
    return market
  }

  it('is not reported for repeated round trips at a loss', () => {
    const market = startMarket()
    const there = market.swap(pool, [weth, 50n * ether], bot)
    const back = market.swap(other, [token, there], bot)
    const again = market.swap(other, [weth, back], bot)
    market.swap(pool, [token, again], bot)
    expect(market.holdings([bot])[weth]).toBeLessThan(0n)
    // An additional purchase does not change the profit.
    const purchase = { ...own(market) }
    market.swap(pool, [weth, 5n * ether], bot)
    const both = { ...purchase, logs: [...market.takeLogs(), ...purchase.logs] }
    expect([inspect([purchase]), inspect([both])]).toEqual([[], []])
  })

  it('is not reported if a transfer tax exceeds the pools’ loss', () => {
    for (const to of [token, collector]) {
      const market = startUneven({ [token]: { bps: 1_000n, collector: to } })
      market.swap(pool, [token, market.swap(other, [weth, 5n * ether], bot)], bot)
      expect(market.holdings([bot])[weth]).toBeLessThan(0n)
      expect(inspect([own(market)])).toEqual([])
    }
  })

  it('is stated after the flash loan’s fee', () => {
    for (const to of [bot, wallet]) {
      const market = startUneven()
      market.send(weth, lender, bot, 5n * ether)
      const got = market.swap(pool, [token, market.swap(other, [weth, 5n * ether], bot)], bot)
      const owed = (5n * ether * 10_009n) / 10_000n
      market.send(weth, bot, lender, owed)
      if (to !== bot) market.send(weth, bot, to, got - owed)
      expect(inspect([own(market)])).toMatchObject([{ kind: 'arbitrage', profit: { [weth]: got - owed } }])
    }
  })

  it('is not reported if the flash loan costs more', () => {
    const market = startUneven()
    market.send(weth, lender, bot, 5n * ether)
    market.swap(pool, [token, market.swap(other, [weth, 5n * ether], bot)], bot)
    market.send(weth, bot, lender, 6n * ether)
    expect(inspect([own(market)])).toEqual([])
  })

  it('includes a wallet that pays the first pool and is paid by the last', () => {
    const market = startUneven()
    const bought = market.swap(other, [weth, 5n * ether], wallet, bot)
    market.swap(pool, [token, bought], bot, wallet)
    expect(inspect([own(market)])).toMatchObject([{ kind: 'arbitrage', profit: market.holdings([wallet]) }])
  })

  it('includes an address of the attacker that lent tokens and received the whole gain', () => {
    const market = startUneven()
    market.send(weth, wallet, bot, 5n * ether)
    const got = market.swap(pool, [token, market.swap(other, [weth, 5n * ether], bot)], bot)
    market.send(weth, bot, wallet, got)
    expect(inspect([own(market)])).toMatchObject([{ kind: 'arbitrage', profit: market.holdings([wallet]) }])
  })

  it('is stated before payments to the coinbase in ether or WETH', () => {
    const market = startUneven()
    const got = market.swap(pool, [token, market.swap(other, [weth, 5n * ether], bot)], bot)
    const gain = got - 5n * ether
    const logs = market.takeLogs()
    const inToken = { from: eoa, to: bot, logs: [...logs, transfer(weth, bot, address(0xc), gain / 2n)] }
    expect(inspect([inToken])).toMatchObject([{ profit: { [weth]: gain } }])
    const block = toBlock([{ from: eoa, to: bot, logs }])
    const call = { kind: 'call', depth: 1, selector: '0x', input: '0x', output: '0x' } as const
    const transactions = block.transactions.map((transaction) => ({
      ...transaction,
      calls: [{ ...call, from: bot, to: address(0xc), value: gain / 3n }],
    }))
    expect(inspectTransactions({ ...block, transactions }).findings).toMatchObject([
      { profit: { [weth]: gain }, details: { coinbaseTransfer: gain / 3n } },
    ])
  })
})

describe('the profits of a block', () => {
  const bots = [
    { eoa, bot, wallet },
    { eoa: address(0xe2), bot: address(0xb2), wallet: address(0xcd) },
  ] as const
  const amounts = fc.bigInt({ min: ether, max: 60n * ether })
  const episode = fc.record({
    kind: fc.constantFrom('sandwich' as const, 'arbitrage' as const, 'wash' as const, 'chain' as const),
    who: fc.constantFrom(...bots),
    own: fc.array(amounts, { minLength: 1, maxLength: 3 }),
    others: fc.array(amounts, { minLength: 1, maxLength: 3 }),
    paysWallet: fc.boolean(),
    isTaxed: fc.boolean(),
  })
  type Episode = typeof episode extends fc.Arbitrary<infer value> ? value : never

  /** Pools of the taxed token have other addresses. */
  const taxed = second
  const [taxedPool, taxedOther] = [address(0x95), address(0x96)]

  function* play(market: Market, { kind, who, own: paid, others, paysWallet, isTaxed }: Episode): Generator<Sent> {
    const traded = isTaxed ? taxed : token
    const [first, last] = isTaxed ? ([taxedPool, taxedOther] as const) : ([pool, other] as const)
    const to = paysWallet ? who.wallet : who.bot
    const done = () => own(market, who.eoa, who.bot)
    const [start = ether] = paid
    if (kind === 'wash') {
      const there = market.swap(last, [traded, market.swap(first, [weth, start], who.bot)], who.bot)
      market.swap(first, [traded, market.swap(last, [weth, there], who.bot)], who.bot)
      yield done()
      return
    }
    if (kind === 'arbitrage') {
      for (const [user, amount] of others.entries()) yield buyOf(market, user, amount, first)
      market.swap(first, [traded, market.swap(last, [weth, start / 4n], who.bot)], who.bot, to)
      yield done()
      return
    }
    const bought: bigint[] = []
    for (const amount of paid) {
      let arrived = market.swap(first, [weth, amount], who.bot)
      // The front continues through a second pool and returns.
      if (kind === 'chain') arrived = market.swap(last, [weth, market.swap(last, [traded, arrived], who.bot)], who.bot)
      bought.push(arrived)
      yield done()
    }
    for (const [user, amount] of others.entries()) yield buyOf(market, user, amount, first)
    for (const amount of bought) {
      market.swap(first, [traded, amount], who.bot, to)
      yield done()
    }
  }

  /** Returns the transactions that a finding's profit includes. */
  function toOwn({ kind, transactions, details }: MinedFinding): readonly string[] {
    return kind === 'sandwich' && 'fronts' in details ? [...details.fronts, ...details.backs] : transactions
  }

  it('sum to the attackers’ gains, with each transaction counted once', () => {
    let found = 0
    fc.assert(
      fc.property(fc.array(episode, { minLength: 1, maxLength: 5 }), (episodes) => {
        const market = createMarket({ [taxed]: { bps: 300n, collector } })
        for (const [at, of] of [
          [pool, token],
          [other, token],
          [taxedPool, taxed],
          [taxedOther, taxed],
        ] as const)
          market.addPair(at, [
            [of, 1_000_000n * ether],
            [weth, 1_000n * ether],
          ])
        const addresses = bots.flatMap((one) => Object.values(one))
        const sent: Sent[] = []
        const held = [market.holdings(addresses)]
        for (const one of episodes)
          for (const transaction of play(market, one)) {
            sent.push(transaction)
            held.push(market.holdings(addresses))
          }
        const findings = inspect(sent)
        const places = findings.flatMap(toOwn).map((hash) => Number(hash) - 1)
        expect(new Set(places).size).toBe(places.length)
        found += findings.length
        for (const of of [weth, token, taxed]) {
          const gained = places.reduce((sum, at) => sum + (held[at + 1]?.[of] ?? 0n) - (held[at]?.[of] ?? 0n), 0n)
          const stated = findings.reduce((sum, { profit }) => sum + (profit[of] ?? 0n), 0n)
          expect(stated, of).toBe(gained)
        }
        for (const finding of findings)
          if (finding.kind === 'arbitrage') expect(finding.profit[weth]).toBeGreaterThan(0n)
      }),
      { seed: 7, numRuns: 300 },
    )
    expect(found).toBeGreaterThan(300)
  })
})
