import { chains, createProviderPool } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { createAnvil } from '@outrigger/devnet'
import { createGasOracle } from './gasOracle.ts'

const reads = 100_000

/** Measures reading a cached gas price in process. Run by `npm run bench`. */
export const suite = { name: 'gas oracle in process', run }

async function run() {
  await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
  await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [anvil.rpcUrl] })
  await using oracle = createGasOracle({ pools: [pool] })
  await oracle.get('ethereum')
  const get = async () => {
    for (let i = 0; i < reads; i++) await oracle.get('ethereum')
  }
  const peek = async () => {
    for (let i = 0; i < reads; i++) oracle.peek('ethereum')
  }
  const bar = { atMost: 2000 }
  return [
    { name: 'peek', value: await nanosecondsEach(peek), unit: 'ns', bar },
    { name: 'get, cached', value: await nanosecondsEach(get), unit: 'ns', bar },
  ]
}

async function nanosecondsEach(work: () => Promise<void>): Promise<number> {
  const each: number[] = []
  for (let round = 0; round < 7; round++) {
    const startedMs = performance.now()
    await work()
    each.push(((performance.now() - startedMs) * 1e6) / reads)
  }
  // The median, because the first rounds are slower and the machine may be busy in others.
  return quantile(
    each.sort((a, b) => a - b),
    0.5,
  ) as number
}
