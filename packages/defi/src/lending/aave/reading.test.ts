import { type Devnet, startDevnet } from '@outrigger/devnet'
import { createPublicClient, custom, type PublicClient } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBlockReader } from '../../reads/blockReader.ts'
import { NoContractError } from '../../reads/readErrors.ts'
import type { AaveMarket } from './aaveMarket.ts'
import { aaveV3Lending } from './aaveV3.ts'
import { aaveContractCases } from './fixtures/aaveContracts.ts'
import { runContractCase } from './fixtures/contractCases.ts'

let devnet: Devnet
let client: PublicClient
let calls = 0
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  const { chain, request } = devnet.chains.ethereum.client
  const counting = custom({
    async request(wanted) {
      if (wanted.method === 'eth_call') calls += 1
      return await request(wanted as never)
    },
  })
  client = createPublicClient({ chain, transport: counting, cacheTime: 0 })
}, 120_000)
afterAll(() => devnet.close())

async function countCalls<result>(act: () => Promise<result>): Promise<readonly [result, number]> {
  const before = calls
  return [await act(), calls - before]
}

const names = ['Aave v3.0.2', 'Spark', 'Aave v2'] as const

describe.each(names)('reading %s', (name) => {
  const { protocol, deployment, market: marketName } = aaveContractCases[name] as (typeof aaveContractCases)[string]

  it('takes one call with a cached market, and two for many accounts', async () => {
    const borrowers = devnet.accounts.borrowersOf[marketName].map(({ address }) => address)
    const reader = await createBlockReader(client)
    const [markets, first] = await countCalls(() => protocol.getMarkets(reader, 'ethereum', deployment))
    expect(first).toBeLessThanOrEqual(5)
    const [again, second] = await countCalls(() => protocol.getMarkets(reader, 'ethereum', deployment, markets))
    expect(second).toBe(1)
    expect(again).toEqual(markets)

    const market = markets[0] as AaveMarket
    const [accounts, many] = await countCalls(() => protocol.getAccounts(reader, market, borrowers))
    expect(many).toBe(2)
    expect(accounts.every(({ entries }) => entries.length > 1)).toBe(true)
    const [one, few] = await countCalls(() => protocol.getAccounts(reader, market, borrowers.slice(0, 1)))
    expect(few).toBe(1)
    expect(one[0]?.entries.filter(({ isCollateral, borrowed }) => isCollateral || borrowed > 0n)).toEqual(
      accounts[0]?.entries,
    )
  })

  it('finds all borrowers and changed accounts in its logs', async () => {
    const { ethereum } = devnet.chains
    const reader = await createBlockReader(client)
    const markets = await protocol.getMarkets(reader, 'ethereum', deployment)
    const fromBlock = (await ethereum.client.getBlockNumber()) + 1n
    const sizes = { positions: 5, priceMoves: 1, liquidationsPerMove: 0 }
    await runContractCase({
      ...(aaveContractCases[name] as (typeof aaveContractCases)[string]),
      ...sizes,
      modes: [],
      client: ethereum.client,
    })
    const touched = async (filter: ReturnType<typeof protocol.borrowLogs>) => {
      const logs = await ethereum.client.request({
        method: 'eth_getLogs',
        params: [{ ...filter, fromBlock: `0x${fromBlock.toString(16)}`, toBlock: 'latest' } as never],
      })
      return new Set(logs.flatMap((log) => protocol.toAccountChange({ ...log, removed: false }).accounts))
    }
    const borrowers = await touched(protocol.borrowLogs(deployment, markets))
    const changed = await touched(protocol.accountLogs(deployment, markets))
    expect(borrowers.size).toBe(sizes.positions)
    for (const account of borrowers) expect(changed.has(account)).toBe(true)
  })
})

it('throws if there is no pool', async () => {
  const reader = await createBlockReader(client)
  const elsewhere = { address: '0x4e033931ad43597d96d6bcc25c280717730b58b1', fromBlock: 0n } as const
  await expect(aaveV3Lending.getMarkets(reader, 'ethereum', elsewhere)).rejects.toThrow(NoContractError)
})
