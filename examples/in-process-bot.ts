// A bot that waits until a transfer is cheap enough, prices it for the next block and sends it, whatever its providers do.
//
//   PRIMARY_URL=… BACKUP_URL=… PRIVATE_KEY=0x… MAX_FEE_GWEI=20 npx tsx examples/in-process-bot.ts
import { chains, createProviderPool, fromGwei, toGwei, UncertainWriteError } from '@outrigger/core'
import { createGasOracle, type GasPrice } from '@outrigger/oracle'
import { createWalletClient, type Hex, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'

const { PRIMARY_URL, BACKUP_URL, PRIVATE_KEY, MAX_FEE_GWEI = '20' } = process.env
if (!PRIMARY_URL || !BACKUP_URL || !PRIVATE_KEY) {
  console.error('Set PRIMARY_URL, BACKUP_URL and PRIVATE_KEY.')
  process.exit(2)
}

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())

await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [PRIMARY_URL, BACKUP_URL] })
await using oracle = createGasOracle({ pools: [pool] })
const account = privateKeyToAccount(PRIVATE_KEY as Hex)
const wallet = createWalletClient({ account, chain: mainnet, transport: pool.transport }).extend(publicActions)

pool.on('failover', ({ active, reason }) => console.error(active ? `on the backup: ${reason}` : 'back on the primary'))

const price = await nextPriceBelow(fromGwei(Number(MAX_FEE_GWEI)))
const { maxFeePerGas, maxPriorityFeePerGas } = price.tiers.fast
console.error(`block ${price.blockNumber}: paying at most ${toGwei(maxFeePerGas)} gwei, read from the ${price.source}`)
try {
  const hash = await wallet.sendTransaction({ to: account.address, value: 0n, maxFeePerGas, maxPriorityFeePerGas })
  const { status, effectiveGasPrice } = await wallet.waitForTransactionReceipt({ hash, pollingInterval: 250 })
  console.log(`${hash} ${status} at ${toGwei(effectiveGasPrice)} gwei`)
} catch (error) {
  // Never send again what may have been accepted: look it up first.
  if (error instanceof UncertainWriteError) console.error(`look up ${error.hash} before you go on`)
  throw error
}

function nextPriceBelow(limit: bigint): Promise<GasPrice> {
  return new Promise((resolve, reject) => {
    stop.signal.addEventListener('abort', () => reject(new DOMException('interrupted', 'AbortError')))
    oracle.on('update', (price) => {
      // A stale price is the last one read before every provider went: no basis for a bid.
      if (!price.stale && price.tiers.fast.maxFeePerGas <= limit) resolve(price)
    })
  })
}
