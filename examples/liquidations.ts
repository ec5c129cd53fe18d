// Prints profitable liquidations, also those that a pending price update will enable: RPC_URLS=primary,backup MIN_USD=50
import { createNode } from '@outrigger/server'
import { formatUnits } from 'viem'

const endpoints = (process.env['RPC_URLS'] ?? 'http://127.0.0.1:8545').split(',')
const minUsd = Number(process.env['MIN_USD'] ?? 50)
const wanted = Number(process.env['COUNT'] ?? Number.POSITIVE_INFINITY)

// The node watches the mempool for the scanner. The data directory keeps the lists of borrowers after a restart.
await using node = await createNode({ chains: { ethereum: { endpoints } }, dataDir: process.env['DATA_DIR'] ?? 'data' })
const scanner = node.lending.get('ethereum')
// On mainnet the first search takes hours. After a restart it continues where it stopped.
const said = new Set<string>()
scanner.on('book', ({ protocol, state, progress }) => {
  const line = `${protocol}: ${state}, ${Math.floor(100 * progress)} % of its blocks searched`
  if (!said.has(line)) console.error(line)
  said.add(line)
})

await new Promise<void>((resolve) => {
  let reported = 0
  scanner.on('opportunity', ({ protocol, borrower, netProfitUsd, debtToRepay, collateralToReceive, pendingUpdate }) => {
    if (netProfitUsd < minUsd || reported >= wanted) return
    const [debt, collateral] = [debtToRepay, collateralToReceive].map(
      ({ amount, decimals, symbol }) => `${formatUnits(amount, decimals)} ${symbol}`,
    )
    const when = pendingUpdate === null ? 'now' : `after ${pendingUpdate}`
    console.log(
      `${netProfitUsd.toFixed(2)} USD: repay ${debt} of ${borrower} on ${protocol} for ${collateral}, ${when}`,
    )
    reported += 1
    if (reported >= wanted) resolve()
  })
})
