// The same bot in process and with a remote node. Only the constructor differs.
//
//   RPC_URLS=primary,backup ACCOUNT=0x… npx tsx examples/anywhere.ts
//   OUTRIGGER_NODE=http://127.0.0.1:8787 OUTRIGGER_API_KEY=… ACCOUNT=0x… npx tsx examples/anywhere.ts
import { createClient, type Outrigger } from '@outrigger/api'
import { createNode } from '@outrigger/server'
import { formatEther, formatGwei } from 'viem'

const { OUTRIGGER_NODE: url, OUTRIGGER_API_KEY: apiKey = '', RPC_URLS = 'http://127.0.0.1:8545' } = process.env
const address = process.env['ACCOUNT'] ?? '0x0000000000000000000000000000000000000b0b'

await using outrigger: Outrigger = url
  ? createClient({ url, apiKey })
  : await createNode({ chains: { ethereum: { endpoints: RPC_URLS.split(',') } } })

const { blockNumber, maxFeePerGas } = await outrigger.gas.inclusion('ethereum')
console.log(`block ${blockNumber}: up to ${formatGwei(maxFeePerGas)} gwei`)

const { positions } = await outrigger.positions.get('ethereum', { address })
for (const { protocol, healthFactor, status, debt } of positions) {
  const owed = debt.map(({ amount, symbol }) => `${amount} of ${symbol}`).join(', ') || 'nothing'
  // Ratios are bigints with 18 decimals. A remote node returns 15 digits of them.
  const health = healthFactor === null ? 'no debt' : Number(formatEther(healthFactor)).toFixed(12)
  console.log(`${protocol}: ${status}, health factor ${health}, owes ${owed}`)
}

// The first transaction that is worth 1 ETH or more.
await new Promise<void>((resolve, reject) => {
  const stop = outrigger.mempool.watch('ethereum', {
    minValue: 10n ** 18n,
    onTransaction({ transaction, classification }) {
      console.log(`${transaction.hash}: ${classification.type} of ${formatEther(transaction.value)} ETH`)
      stop()
      resolve()
    },
    onError: reject,
  })
})
