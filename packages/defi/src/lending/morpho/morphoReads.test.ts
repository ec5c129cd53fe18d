import { addresses, createAnvil, type Devnet, morphoMarkets, readAbi, startDevnet } from '@outrigger/devnet'
import {
  type Address,
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  numberToHex,
  type PublicClient,
  parseAbiParameters,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../prices/fixtures/send.ts'
import { createBlockReader } from '../../reads/blockReader.ts'
import { NoContractError } from '../../reads/readErrors.ts'
import { SilentOracleError } from './computeHealth.ts'
import { accountLogs, borrowLogs, toAccountChange } from './logs.ts'
import type { MarketParams, MorphoMarket } from './market.ts'
import { morphoLending } from './morpho.ts'
import { morphoAbi } from './morphoAbi.ts'
import { getMarkets } from './read.ts'

const morpho = addresses.morpho.morpho
// The mainnet block is later than any block of the devnet.
const deployment = morphoLending.deployments.ethereum?.[0] ?? { address: morpho, fromBlock: 0n }
const dai = morphoMarkets.find(({ loan }) => loan === 'DAI')?.params
/** A market without borrowers. The devnet does not have it. */
const unused = { ...dai, lltv: parseEther('0.86') } as MarketParams
const unusedId = keccak256(
  encodeAbiParameters(parseAbiParameters('address, address, address, address, uint256'), [
    ...([unused.loanToken, unused.collateralToken, unused.oracle, unused.irm, unused.lltv] as const),
  ]),
)
const newcomer: Address = `0x${'66'.repeat(20)}`

let devnet: Devnet
let client: PublicClient
let methods: string[] = []
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  const { rpcUrl, client: own } = devnet.chains.ethereum
  const note = async (request: Request) => {
    methods.push(((await request.clone().json()) as { method: string }).method)
  }
  client = createPublicClient({ chain: own.chain, transport: http(rpcUrl, { onFetchRequest: note }) })
  await own.impersonateAccount({ address: devnet.accounts.deployer.address })
}, 120_000)
afterAll(() => devnet.close())

const call = (functionName: string, args: readonly unknown[]) => {
  const data = encodeFunctionData({ abi: readAbi('morpho'), functionName, args })
  return send(devnet.chains.ethereum.client, { from: devnet.accounts.deployer.address, to: morpho, data })
}
const find = (markets: readonly MorphoMarket[], collateral: string, loan: string) =>
  markets.find(({ reserves }) => reserves[0]?.symbol === collateral && reserves[1]?.symbol === loan) as MorphoMarket
const idOf = (collateral: string, loan: string) =>
  morphoMarkets.find((one) => one.collateral === collateral && one.loan === loan) as (typeof morphoMarkets)[number]

describe('reading Morpho', () => {
  it('finds exactly the markets with borrowers, and matches the contract after accruing interest', async () => {
    await call('createMarket', [unused])
    await call('setFeeRecipient', [newcomer])
    await call('setFee', [idOf('WETH', 'USDC').params, parseEther('0.2')])
    const reader = await createBlockReader(client)
    const markets = await getMarkets(reader, 'ethereum', deployment)
    expect(markets.map(({ id }) => id).sort()).toEqual(morphoMarkets.map(({ id }) => id).sort())
    const timestamp = reader.timestamp + 86_400n
    for (const market of markets) {
      expect(market.blockNumber).toBe(reader.blockNumber)
      expect(market.reserves[0]?.unitPrice).toBeGreaterThan(0)
      const accrued = morphoLending.accrue(market, timestamp)
      await devnet.chains.ethereum.client.setNextBlockTimestamp({ timestamp })
      const snapshot = await devnet.chains.ethereum.client.snapshot()
      await call('accrueInterest', [market.params])
      const stored = await client.readContract({
        address: morpho,
        abi: morphoAbi,
        functionName: 'market',
        args: [market.id],
      })
      await devnet.chains.ethereum.client.revert({ id: snapshot })
      expect(stored.lastUpdate).toBe(timestamp)
      expect(stored).toMatchObject({
        totalSupplyAssets: accrued.supply.assets,
        totalSupplyShares: accrued.supply.shares,
        totalBorrowAssets: accrued.borrow.assets,
        totalBorrowShares: accrued.borrow.shares,
      })
      expect(accrued.borrow.assets).toBeGreaterThan(market.borrow.assets)
    }
    const ether = find(markets, 'WETH', 'USDC')
    expect(ether.stored.fee).toBe(parseEther('0.2'))
    expect(ether.reserves).toMatchObject([
      { token: addresses.tokens.WETH.address.toLowerCase(), decimals: 18, unitPrice: 3_000 },
      {
        token: addresses.tokens.USDC.address.toLowerCase(),
        decimals: 6,
        unitPrice: 1,
        totalBorrowed: ether.borrow.assets,
      },
    ])
  })

  it('values positions as they were opened, including lenders', async () => {
    const markets = await getMarkets(await createBlockReader(client), 'ethereum', deployment)
    const accounts = devnet.accounts.borrowersOf.morpho.map(({ address }) => address)
    let borrowers = 0
    for (const market of markets)
      for (const account of await morphoLending.getAccounts(await createBlockReader(client), market, [
        ...accounts,
        devnet.accounts.deployer.address,
      ])) {
        const health = morphoLending.computeHealth(market, account)
        if (account.address === devnet.accounts.deployer.address.toLowerCase()) {
          expect(health).toMatchObject({ debt: [], healthFactor: null, isLiquidatable: false, debtValue: 0n })
          expect(health.collateral).toMatchObject([{ reserve: 1, isCollateral: false }])
        } else if (account.entries.length > 0) {
          borrowers++
          expect(health.healthFactor).toBeGreaterThan(parseEther('1'))
          expect(morphoLending.computeTerms(market, account, { collateral: 0, debt: 1 })).toHaveProperty('refused')
        }
      }
    expect(borrowers).toBe(accounts.length)
  })

  it('refreshes in one call, or two if another rate model has changed', async () => {
    const known = await getMarkets(await createBlockReader(client), 'ethereum', deployment)
    const reader = await createBlockReader(client)
    methods = []
    const again = await getMarkets(reader, 'ethereum', deployment, known, [])
    expect(methods).toEqual(['eth_call'])
    expect(again.map(({ id }) => id)).toEqual(known.map(({ id }) => id))

    await devnet.chains.ethereum.client.setNextBlockTimestamp({ timestamp: reader.timestamp + 3_600n })
    await call('accrueInterest', [idOf('WETH', 'USDC').params])
    const later = await createBlockReader(client)
    methods = []
    const changed = await getMarkets(later, 'ethereum', deployment, known, [])
    expect(methods).toEqual(['eth_call', 'eth_call'])
    expect(find(changed, 'WETH', 'USDC').rate).not.toEqual(find(known, 'WETH', 'USDC').rate)
    expect(changed).toEqual(await getMarkets(later, 'ethereum', deployment))
  })

  it('finds a market after its first loan, by logs or by id', async () => {
    const known = await getMarkets(await createBlockReader(client), 'ethereum', deployment)
    const { address: deployer } = devnet.accounts.deployer
    await call('supply', [unused, 10n ** 18n, 0n, deployer, '0x'])
    await call('supplyCollateral', [unused, 10n ** 18n, deployer, '0x'])
    const { blockNumber: before } = await createBlockReader(client)
    await call('borrow', [unused, 10n ** 17n, 0n, deployer, newcomer])
    const reader = await createBlockReader(client)
    const found = await getMarkets(reader, 'ethereum', deployment, known)
    expect(found.map(({ id }) => id)).toEqual([...known.map(({ id }) => id), unusedId])
    const { blockNumber } = reader
    const logsOf = async (filter: object) =>
      client.request({
        method: 'eth_getLogs',
        params: [{ ...filter, fromBlock: numberToHex(before + 1n), toBlock: numberToHex(blockNumber) }],
      })
    const touches = (await logsOf(accountLogs(deployment))).map((log) => toAccountChange({ ...log, removed: false }))
    expect(touches).toEqual([{ market: unusedId, accounts: [deployer.toLowerCase()] }])
    expect((await logsOf(borrowLogs(deployment))).map((log) => toAccountChange({ ...log, removed: false }))).toEqual(
      touches,
    )
    const named = touches.flatMap(({ market }) => market ?? [])
    expect(await getMarkets(reader, 'ethereum', deployment, known, named)).toEqual(found)
    expect(await getMarkets(reader, 'ethereum', deployment, known, [])).toHaveLength(known.length)
  })

  it('keeps a market whose oracle does not answer, without values', async () => {
    const { params } = idOf('WETH', 'USDC')
    const known = await getMarkets(await createBlockReader(client), 'ethereum', deployment)
    const code = (await client.getCode({ address: params.oracle })) as Hex
    await devnet.chains.ethereum.client.setCode({ address: params.oracle, bytecode: '0x5f5ffd' })
    const reader = await createBlockReader(client)
    const market = find(await getMarkets(reader, 'ethereum', deployment, known, []), 'WETH', 'USDC')
    await devnet.chains.ethereum.client.setCode({ address: params.oracle, bytecode: code })
    expect(market.isPriced).toBe(false)
    const [account] = await morphoLending.getAccounts(reader, market, [newcomer])
    const nobody = account ?? { address: newcomer, mode: 0, entries: [] }
    expect(() => morphoLending.computeHealth(market, nobody)).toThrow(SilentOracleError)
    expect(morphoLending.computeTerms(market, nobody, { collateral: 0, debt: 1 })).toEqual({
      refused: 'the oracle does not answer',
    })
  })

  it('throws if there is no Morpho', async () => {
    await using anvil = await createAnvil({ chainId: 1, args: [] })
    const { client: own } = devnet.chains.ethereum
    const empty = createPublicClient({ chain: own.chain, transport: http(anvil.rpcUrl) })
    const code = await client.getCode({ address: addresses.multicall3 })
    await empty.request({ method: 'anvil_setCode', params: [addresses.multicall3, code] } as never)
    await expect(getMarkets(await createBlockReader(empty), 'ethereum', deployment)).rejects.toThrow(NoContractError)
  })
})
