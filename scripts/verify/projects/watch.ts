// Blocks through viem over a pool: with a socket behind it, viem gets each head once and misses none.
import { chains, createProviderPool } from '@outrigger/core'
import { createPublicClient } from 'viem'

const { PRIMARY_URL = '', BACKUP_URL = '' } = process.env
const wanted = 4

async function main() {
  const pool = createProviderPool({ chain: chains.ethereum, endpoints: [PRIMARY_URL, BACKUP_URL] })
  const client = createPublicClient({ transport: pool.transport })
  const numbers = await new Promise<readonly bigint[]>((resolve, reject) => {
    const seen: bigint[] = []
    const unwatch = client.watchBlocks({
      onBlock({ number }) {
        seen.push(number)
        if (seen.length < wanted) return
        unwatch()
        resolve(seen)
      },
      onError: reject,
    })
  })
  await pool.close()
  const [first = 0n] = numbers
  const gapless = numbers.every((number, index) => number === first + BigInt(index))
  if (!gapless) throw new TypeError(`Blocks ${numbers.join(', ')} are not one after the other.`)
  process.stdout.write('every block once\n')
}

main().catch((error: unknown) => {
  process.stderr.write(`${error}\n`)
  process.exit(1)
})
