// Finds profitable liquidations and simulates each one on the provider (eth_simulateV1). It sends no transaction.
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Opportunity, proveLiquidation } from '@outrigger/defi'
import { createNode } from '@outrigger/server'
import { createPublicClient, formatUnits } from 'viem'
import { mainnet } from 'viem/chains'

// Variables that are already set take precedence. TextDecoder removes the byte order mark that some editors write.
const file = existsSync('.env') ? parseEnv(new TextDecoder().decode(readFileSync('.env'))) : {}
Object.assign(process.env, { ...file, ...process.env })
const { RPC_URLS = 'http://127.0.0.1:8545', MIN_USD, DATA_DIR, COUNT } = process.env
const minUsd = Number(MIN_USD || 10)
const wanted = Number(COUNT || Number.POSITIVE_INFINITY)

await using node = await createNode({
  chains: { ethereum: { endpoints: RPC_URLS.split(',') } },
  ...(DATA_DIR && { dataDir: DATA_DIR }),
})
const pool = node.pools.ethereum
if (pool === undefined) throw new Error('There is no provider of ethereum.')
const client = createPublicClient({ chain: mainnet, transport: pool.transport })
const scanner = node.lending.get('ethereum')

const said = new Set<string>()
scanner.on('book', ({ protocol, state, progress }) => {
  const line = `${protocol}: ${state}, ${Math.floor(100 * progress)} % of its blocks searched`
  if (!said.has(line)) console.error(line)
  said.add(line)
})

await new Promise<void>((resolve) => {
  let proven = 0
  process.once('SIGINT', () => resolve())
  scanner.on('opportunity', (opportunity) => {
    // A liquidation that needs a pending price can be simulated once that price is mined.
    if (opportunity.netProfitUsd < minUsd || opportunity.pendingUpdate !== null) return
    simulate(opportunity).then(
      (isProven) => {
        if (isProven) proven += 1
        if (proven >= wanted) resolve()
      },
      (error: Error) => console.error(`not simulated: ${error.message}`),
    )
  })
})

/** Returns true if the simulation made the announced profit. */
async function simulate(opportunity: Opportunity): Promise<boolean> {
  const { protocol, borrower, debtToRepay, collateralToReceive, netProfitUsd } = opportunity
  const [debt, collateral] = [debtToRepay, collateralToReceive].map(
    ({ amount, decimals, symbol }) => `${formatUnits(amount, decimals)} ${symbol}`,
  )
  const { proven, reason } = await proveLiquidation(client, opportunity)
  const verdict =
    proven === true ? 'simulated, it pays' : `simulated, ${proven === null ? 'undecided' : 'refuted'}: ${reason}`
  console.log(`${protocol} ${borrower}: repay ${debt} for ${collateral}, ${netProfitUsd.toFixed(2)} USD; ${verdict}`)
  return proven === true
}
