// Waits until a gas tier is cheap enough, sends one transfer with its fees, and prints what was paid.
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { createProviderPool, fromGwei, toGwei, UncertainWriteError } from '@outrigger/core'
import { createGasOracle, type GasOracle, type GasPrice, type GasTierName } from '@outrigger/oracle'
import { BaseError, createWalletClient, type Hex, parseEther, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'

// Variables that are already set take precedence. TextDecoder removes the byte order mark that some editors write.
const file = existsSync('.env') ? parseEnv(new TextDecoder().decode(readFileSync('.env'))) : {}
Object.assign(process.env, { ...file, ...process.env })
const tierNames: readonly GasTierName[] = ['slow', 'standard', 'fast', 'instant']
const settings = readSettings()
process.exitCode = await run().then(() => 0, explain)

async function run(): Promise<void> {
  const { endpoints, account, to, value, tier, limit } = settings
  // The first endpoint is the primary. The others take over when it is slow, wrong or down.
  await using pool = createProviderPool({ chain: 'ethereum', endpoints })
  await using oracle = createGasOracle({ pools: [pool] })
  const wallet = createWalletClient({ account, chain: mainnet, transport: pool.transport }).extend(publicActions)

  const price = await nextPriceBelow(oracle, tier, limit)
  console.log(`block ${price.blockNumber}: ${tier} costs ${toGwei(price.tiers[tier].maxFeePerGas)} gwei`)
  // This cap covers the base fee until the tier's deadline. The transaction pays the base fee of its block plus the tip.
  const { maxFeePerGas, maxPriorityFeePerGas } = price.inclusion[tier]
  const hash = await wallet.sendTransaction({ to, value, maxFeePerGas, maxPriorityFeePerGas })
  console.log(`sent ${hash}`)

  const { status, effectiveGasPrice, blockNumber } = await wallet.waitForTransactionReceipt({
    hash,
    pollingInterval: 500,
  })
  const { baseFeePerGas } = await wallet.getBlock({ blockNumber })
  const tip = effectiveGasPrice - (baseFeePerGas ?? 0n)
  console.log(
    `${status} in block ${blockNumber}: paid the ${tier} tier, ${toGwei(effectiveGasPrice)} gwei, of which ${toGwei(tip)} gwei tip`,
  )
}

function nextPriceBelow(oracle: GasOracle, tier: GasTierName, limit: bigint): Promise<GasPrice> {
  return new Promise((resolve) => {
    oracle.on('update', (price) => {
      const fee = price.tiers[tier].maxFeePerGas
      // A stale price was read before all providers failed, so it is too old for a bid.
      if (!price.stale && fee <= limit) resolve(price)
      else console.log(`block ${price.blockNumber}: ${tier} costs ${toGwei(fee)} gwei, waiting`)
    })
  })
}

function readSettings() {
  const { RPC_URLS = 'http://127.0.0.1:8545', PRIVATE_KEY, TO, AMOUNT_ETH, TIER, MAX_FEE_GWEI } = process.env
  const tier = tierNames.find((name) => name === (TIER || 'standard'))
  if (!PRIVATE_KEY || tier === undefined) {
    console.error(`Set PRIVATE_KEY in .env, and TIER to one of ${tierNames.join(', ')}.`)
    process.exit(2)
  }
  const account = privateKeyToAccount(PRIVATE_KEY as Hex)
  return {
    endpoints: RPC_URLS.split(','),
    account,
    to: (TO || account.address) as Hex,
    value: parseEther(AMOUNT_ETH || '0'),
    tier,
    limit: fromGwei(Number(MAX_FEE_GWEI || '50')),
  }
}

/** Prints the error and returns the exit code. */
function explain(error: unknown): number {
  console.error(error instanceof BaseError ? error.shortMessage : error)
  // The transaction may have been accepted. Look it up before sending another.
  const uncertain = UncertainWriteError.find(error)
  if (uncertain) console.error(`look up ${uncertain.hash} before you go on`)
  return 1
}
