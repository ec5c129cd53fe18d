// A bot that waits until a transfer is cheap enough and sends it with fees for inclusion within a minute. It survives the
// failure of a provider.
//
//   PRIMARY_URL=… BACKUP_URL=… PRIVATE_KEY=0x… MAX_FEE_GWEI=20 npx tsx examples/in-process-bot.ts
import { createProviderPool, fromGwei, toGwei, UncertainWriteError } from '@outrigger/core'
import { createGasOracle, type GasOracle, type GasPrice } from '@outrigger/oracle'
import { BaseError, createWalletClient, type Hex, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'

const { PRIMARY_URL, BACKUP_URL, PRIVATE_KEY, MAX_FEE_GWEI = '20' } = process.env
if (!PRIMARY_URL || !BACKUP_URL || !PRIVATE_KEY) {
  console.error('Set PRIMARY_URL, BACKUP_URL and PRIVATE_KEY.')
  process.exit(2)
}
const endpoints = [PRIMARY_URL, BACKUP_URL]
const account = privateKeyToAccount(PRIVATE_KEY as Hex)

const stop = new AbortController()
const stopped = new Promise<never>((_, reject) =>
  stop.signal.addEventListener('abort', () => reject(stop.signal.reason)),
)
stopped.catch(() => {})
process.once('SIGINT', () => stop.abort())

process.exit(await run().then(() => 0, explain))

async function run(): Promise<void> {
  await using pool = createProviderPool({ chain: 'ethereum', endpoints })
  await using oracle = createGasOracle({ pools: [pool] })
  const wallet = createWalletClient({ account, chain: mainnet, transport: pool.transport }).extend(publicActions)
  pool.on('failover', ({ active, reason }) =>
    console.error(active ? `using the backup: ${reason}` : 'back on the primary'),
  )

  const limit = fromGwei(Number(MAX_FEE_GWEI))
  const { blockNumber, source, inclusion } = await Promise.race([nextPriceBelow(oracle, limit), stopped])
  const { maxFeePerGas, maxPriorityFeePerGas } = inclusion.fast
  console.error(`block ${blockNumber}: paying at most ${toGwei(maxFeePerGas)} gwei, read from the ${source}`)
  // Ctrl-C does not interrupt this call, because then it would be unknown whether the transaction was sent.
  const hash = await wallet.sendTransaction({ to: account.address, value: 0n, maxFeePerGas, maxPriorityFeePerGas })
  console.error(`sent ${hash}`)
  const receipt = wallet.waitForTransactionReceipt({ hash, pollingInterval: 250 })
  const { status, effectiveGasPrice } = await Promise.race([receipt, stopped])
  console.log(`${hash} ${status} at ${toGwei(effectiveGasPrice)} gwei`)
}

/** Prints the error and what to do. Returns the exit code. */
function explain(error: unknown): number {
  if (error === stop.signal.reason) {
    console.error('interrupted')
    return 130
  }
  console.error(error instanceof BaseError ? error.shortMessage : error)
  // viem wraps errors of its transport.
  const uncertain = UncertainWriteError.find(error)
  // The transaction may have been accepted. Look it up before sending another.
  if (uncertain) console.error(`look up ${uncertain.hash} before you go on`)
  return 1
}

function nextPriceBelow(oracle: GasOracle, limit: bigint): Promise<GasPrice> {
  return new Promise((resolve) => {
    oracle.on('update', (price) => {
      // A stale price was read before all providers failed, so it is too old for a bid.
      if (!price.stale && price.inclusion.fast.maxFeePerGas <= limit) resolve(price)
    })
  })
}
