import { type Devnet, type DevnetClient, startAaveV36, startDevnet } from '@outrigger/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aaveContractCases, prepare } from './fixtures/aaveContracts.ts'
import { runContractCase } from './fixtures/contractCases.ts'

const sizes = { positions: 40, priceMoves: 3, liquidationsPerMove: 6 }

describe.each(Object.entries(aaveContractCases))('%s on the chain', (name, wanted) => {
  let devnet: Devnet
  let client: DevnetClient
  beforeAll(async () => {
    devnet = await (name === 'Aave v3.6'
      ? startAaveV36({ silent: true })
      : startDevnet({ blockTimeMs: 0, silent: true }))
    client = devnet.chains.ethereum.client
  }, 180_000)
  afterAll(() => devnet?.close())

  it('matches its contracts exactly', { timeout: 120_000 }, async () => {
    await prepare(client, wanted.market)
    const report = await runContractCase({ ...wanted, ...sizes, client })
    expect(report.differences).toEqual([])
    expect(report.healths).toBe(sizes.positions * sizes.priceMoves)
    expect(report.liquidations).toBeGreaterThan(3)
  })
})
